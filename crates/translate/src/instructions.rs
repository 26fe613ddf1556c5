//! A module as a list of instructions that can be changed.

use glassbox_spirv::build::op;

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

    /// The id of a type, or of a constant of type `ty`, with these operands: the module's own, or a new one behind all others. Types have the
    /// `ty` 0.
    pub(crate) fn declared(&mut self, opcode: u16, ty: u32, operands: &[u32]) -> u32 {
        let result = usize::from(ty != 0);
        let same = |one: &Instruction| {
            one.opcode == opcode
                && (ty == 0 || one.word(0) == ty)
                && one.words.get(result + 1..).is_some_and(|rest| rest == operands)
        };
        if let Some(one) = self.list.iter().find(|one| same(one)) {
            return one.word(result);
        }
        let id = self.fresh();
        let mut words = Vec::new();
        if ty != 0 {
            words.push(ty);
        }
        words.push(id);
        words.extend(operands);
        let at = self.first_function();
        self.list.insert(at, Instruction::new(opcode, words));
        id
    }

    /// Where the functions begin: behind types, constants and global variables.
    pub(crate) fn first_function(&self) -> usize {
        self.list.iter().position(|one| one.opcode == op::FUNCTION).unwrap_or(self.list.len())
    }
}
