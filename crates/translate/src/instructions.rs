//! A module as a list of instructions that can be changed.

/// One instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Instruction {
    /// Opcode.
    pub(crate) opcode: u16,
    /// The words behind the first.
    pub(crate) words: Vec<u32>,
}

impl Instruction {
    pub(crate) fn new(opcode: u16, words: impl Into<Vec<u32>>) -> Instruction {
        Instruction { opcode, words: words.into() }
    }

    /// The word at this place; 0, which is no id, where there is none.
    pub(crate) fn word(&self, place: usize) -> u32 {
        self.words.get(place).copied().unwrap_or(0)
    }
}

/// Header and instructions.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pub(crate) header: [u32; 5],
    /// The instructions in order.
    pub(crate) list: Vec<Instruction>,
}

impl Code {
    /// Takes words apart.
    ///
    /// # Errors
    /// A sentence, where they are no module: the header is short, or an instruction does not end where it says.
    pub(crate) fn read(words: &[u32]) -> Result<Code, String> {
        let (header, mut rest) = words
            .split_first_chunk::<5>()
            .ok_or_else(|| format!("the module has {} words, expected a header of 5", words.len()))?;
        let mut list = Vec::new();
        while let Some(&first) = rest.first() {
            let count = (first >> 16) as usize;
            let Some(words) = rest.get(1..count) else {
                let at = words.len() - rest.len();
                return Err(format!("the instruction at word {at} does not end inside of the module"));
            };
            list.push(Instruction::new(first as u16, words));
            rest = rest.get(count..).unwrap_or_default();
        }
        Ok(Code { header: *header, list })
    }

    /// The words of the module. An instruction that has grown too long for its length field is cut off at that length.
    pub(crate) fn write(&self) -> Vec<u32> {
        let mut words = self.header.to_vec();
        for instruction in &self.list {
            let length = instruction.words.len().min(usize::from(u16::MAX) - 1);
            words.push(((length + 1) as u32) << 16 | u32::from(instruction.opcode));
            words.extend(instruction.words.iter().take(length));
        }
        words
    }

    /// An id that nothing has yet.
    pub(crate) fn fresh(&mut self) -> u32 {
        let id = self.header[3];
        self.header[3] = id.saturating_add(1);
        id
    }
}
