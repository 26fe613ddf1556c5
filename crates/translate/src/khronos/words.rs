//! A module as a list of instructions that can be changed.

use glassbox_spirv::build::op;

/// One instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Instruction {
    /// Opcode.
    pub(super) opcode: u16,
    /// The words behind the first.
    pub(super) words: Vec<u32>,
}

impl Instruction {
    pub(super) fn new(opcode: u16, words: impl Into<Vec<u32>>) -> Instruction {
        Instruction {
            opcode,
            words: words.into(),
        }
    }

    /// The word at this place; 0, which is no id, where there is none.
    pub(super) fn word(&self, place: usize) -> u32 {
        self.words.get(place).copied().unwrap_or(0)
    }

    /// The target and the name of an `OpName`.
    pub(super) fn name(&self) -> Option<(u32, String)> {
        (self.opcode == op::NAME).then(|| (self.word(0), text(self.words.get(1..).unwrap_or_default())))
    }
}

/// Header and instructions.
#[derive(Clone, Debug)]
pub(super) struct Code {
    header: [u32; 5],
    /// The instructions in order.
    pub(super) list: Vec<Instruction>,
}

impl Code {
    /// Takes words apart.
    ///
    /// # Errors
    /// A sentence, where they are no module: the header is short, or an instruction does not end where it says.
    pub(super) fn read(words: &[u32]) -> Result<Code, String> {
        let (header, mut rest) = words
            .split_first_chunk::<5>()
            .ok_or_else(|| format!("the module has {} words, expected a header of 5", words.len()))?;
        let mut list = Vec::new();
        while let Some(&first) = rest.first() {
            let count = (first >> 16) as usize;
            let Some(words) = rest.get(1..count) else {
                let at = words.len() - rest.len();
                return Err(format!(
                    "the instruction at word {at} does not end inside of the module"
                ));
            };
            list.push(Instruction::new(first as u16, words));
            rest = rest.get(count..).unwrap_or_default();
        }
        Ok(Code {
            header: *header,
            list,
        })
    }

    /// The words of the module. An instruction that has grown too long for its length field is cut off at that length.
    pub(super) fn write(&self) -> Vec<u32> {
        let mut words = self.header.to_vec();
        for instruction in &self.list {
            let length = instruction.words.len().min(usize::from(u16::MAX) - 1);
            words.push(((length + 1) as u32) << 16 | u32::from(instruction.opcode));
            words.extend(instruction.words.iter().take(length));
        }
        words
    }

    /// Major and minor version.
    pub(super) fn version(&self) -> (u8, u8) {
        let [_, version, ..] = self.header;
        ((version >> 16) as u8, (version >> 8) as u8)
    }

    /// States another version.
    pub(super) fn set_version(&mut self, (major, minor): (u8, u8)) {
        self.header[1] = u32::from(major) << 16 | u32::from(minor) << 8;
    }

    /// An id that nothing has yet.
    pub(super) fn fresh(&mut self) -> u32 {
        let id = self.header[3];
        self.header[3] = id.saturating_add(1);
        id
    }

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

    /// Where types, constants and global variables begin: behind the annotations.
    pub(super) fn first_type(&self) -> usize {
        self.list
            .iter()
            .position(|one| is_type(one.opcode))
            .unwrap_or(self.list.len())
    }
}

fn is_type(opcode: u16) -> bool {
    (op::TYPE_VOID..=op::TYPE_FORWARD_POINTER).contains(&opcode)
}

/// The words of a string, with its zero.
pub(super) fn string(text: &str) -> Vec<u32> {
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
    let bytes: Vec<u8> = words
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .take_while(|&byte| byte != 0)
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The bytes of words, low byte first, as the reflection reads them.
pub(super) fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
