//! Names, versions and strings of modules.

use glassbox_spirv::build::op;

use crate::instructions::{Code, Instruction};

impl Instruction {
    /// The target and the name of an `OpName`.
    pub(in crate::khronos) fn name(&self) -> Option<(u32, String)> {
        (self.opcode == op::NAME).then(|| (self.word(0), text(self.words.get(1..).unwrap_or_default())))
    }
}

impl Code {
    /// Major and minor version.
    pub(in crate::khronos) fn version(&self) -> (u8, u8) {
        let [_, version, ..] = self.header;
        ((version >> 16) as u8, (version >> 8) as u8)
    }

    /// States another version.
    pub(in crate::khronos) fn set_version(&mut self, (major, minor): (u8, u8)) {
        self.header[1] = u32::from(major) << 16 | u32::from(minor) << 8;
    }

    /// Gives an id a name, in place of those that it has.
    pub(in crate::khronos) fn rename(&mut self, id: u32, name: &str) {
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

    /// Where types, constants and global variables begin: behind the annotations.
    pub(in crate::khronos) fn first_type(&self) -> usize {
        self.list.iter().position(|one| is_type(one.opcode)).unwrap_or(self.list.len())
    }
}

fn is_type(opcode: u16) -> bool {
    (op::TYPE_VOID..=op::TYPE_FORWARD_POINTER).contains(&opcode)
}

/// The words of a string, with its zero.
pub(in crate::khronos) fn string(text: &str) -> Vec<u32> {
    let mut bytes: Vec<u8> = text.bytes().filter(|&byte| byte != 0).collect();
    bytes.push(0);
    bytes
        .chunks(4)
        .map(|chunk| {
            let mut word = [0; 4];
            for (to, from) in word.iter_mut().zip(chunk) {
                *to = *from;
            }
            u32::from_le_bytes(word)
        })
        .collect()
}

/// The string in words, up to its zero.
fn text(words: &[u32]) -> String {
    let bytes: Vec<u8> =
        words.iter().flat_map(|word| word.to_le_bytes()).take_while(|&byte| byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The bytes of words, low byte first, as the reflection reads them.
pub(in crate::khronos) fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
