//! Register sets read and written by a range of code.

use glassbox_pica::Instruction;
use glassbox_pica::register::{Destination, Index, Source};
use glassbox_shbin::register::{Class, Register};

/// Sets of registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Registers {
    inputs: u128,
    floats: u128,
    integers: u128,
    bools: u128,
    outputs: u16,
}

impl Registers {
    /// Adds the registers that a word reads and writes. An indexed read may read every float
    /// uniform.
    pub(crate) fn add(&mut self, word: u32) {
        match Instruction::decode(word) {
            Instruction::Unary { opcode, destination, source, index, .. } => {
                self.sources(&[source], index);
                self.destination(destination, opcode.has_destination());
            }
            Instruction::Binary { destination, sources, index, .. } => {
                self.sources(&sources, index);
                self.destination(destination, true);
            }
            Instruction::Ternary { destination, sources, index, .. } => {
                self.sources(&sources, index);
                self.destination(destination, true);
            }
            Instruction::Compare { sources, index, .. } => self.sources(&sources, index),
            Instruction::Selected { opcode, register, .. } => {
                if opcode == glassbox_pica::Opcode::LOOP {
                    self.integers |= 1 << (register & 3);
                } else {
                    self.bools |= 1 << (register & 15);
                }
            }
            _ => {}
        }
    }

    fn sources(&mut self, sources: &[Source], index: Index) {
        for source in sources {
            if let Some(number) = source.as_uniform() {
                self.floats |= 1 << (number & 0x7F);
                if index != Index::None {
                    self.floats = u128::MAX;
                }
            }
            if let Some(number) = source.as_input() {
                self.inputs |= 1 << (number & 15);
            }
        }
    }

    fn destination(&mut self, destination: Destination, is_written: bool) {
        if let Some(number) = destination.as_output().filter(|_| is_written) {
            self.outputs |= 1 << (number & 15);
        }
    }

    /// True if any register in `first..=last` is read.
    pub(crate) fn reads(&self, first: Register, last: Register) -> bool {
        let (Some((class, first)), Some((last_class, last))) = (first.split(), last.split()) else {
            return false;
        };
        let set = match class {
            Class::Input => self.inputs,
            Class::Float => self.floats,
            Class::Int => self.integers,
            Class::Bool => self.bools,
        };
        class == last_class && (first..=last).any(|number| set >> number & 1 != 0)
    }

    /// True if the output register is written.
    pub(crate) fn writes_output(&self, register: u16) -> bool {
        register < 16 && self.outputs >> register & 1 != 0
    }
}
