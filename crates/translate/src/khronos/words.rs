//! Names in modules.

use glassbox_spirv::build::op;

use crate::back::words::{is_type, string};
use crate::instructions::{Code, Instruction};

impl Instruction {
    /// The target and the name of an `OpName`.
    pub(super) fn name(&self) -> Option<(u32, String)> {
        (self.opcode == op::NAME).then(|| (self.word(0), text(self.words.get(1..).unwrap_or_default())))
    }
}

impl Code {
    /// Gives an id a name, in place of those that it has.
    pub(super) fn rename(&mut self, id: u32, name: &str) {
        let named = |one: &Instruction| one.opcode == op::NAME && one.word(0) == id;
        let mut words = vec![id];
        words.extend(string(name));
        let instruction = Instruction::new(op::NAME, words);
        match self.list.iter().position(named) {
            Some(at) => self.list[at] = instruction,
            None => {
                // Names stand in front of the annotations, and behind modes and sources.
                let at = self
                    .list
                    .iter()
                    .position(|one| {
                        one.opcode == op::DECORATE || one.opcode == op::MEMBER_DECORATE || is_type(one.opcode)
                    })
                    .unwrap_or(self.list.len());
                self.list.insert(at, instruction);
            }
        }
    }
}

/// The string in words, up to its zero.
fn text(words: &[u32]) -> String {
    let bytes: Vec<u8> =
        words.iter().flat_map(|word| word.to_le_bytes()).take_while(|&byte| byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
