//! Commands and the words that carry them.

use std::fmt;

use super::registers::register_name;

/// Most parameters of one command: its header has eight bits for the number of those after the first. The notes on the chip
/// give the field eleven bits; runtimes use eight.
const MOST: usize = 0x100;

/// Writes to a register, or to registers that follow each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// Number of the first register.
    pub register: u16,
    /// Bytes of the register that are written, bit 0 for the low one.
    pub mask: u8,
    /// Whether each parameter goes to the next register; else all go to one.
    pub is_consecutive: bool,
    /// The values.
    pub parameters: Vec<u32>,
}

/// Writes the register in hexadecimal with its name, then the values, eight a line.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:03X}", self.register)?;
        if self.is_consecutive {
            write!(f, "+")?;
        }
        if self.mask != 0xF {
            write!(f, " mask {:X}", self.mask)?;
        }
        if let Some(name) = register_name(self.register) {
            write!(f, " {name}")?;
        }
        write!(f, ":")?;
        for (index, value) in self.parameters.iter().enumerate() {
            if index > 0 && index % 8 == 0 {
                write!(f, "\n   ")?;
            }
            write!(f, " {value:08X}")?;
        }
        Ok(())
    }
}

/// The words of a command list: for each command the first value, the header, the other values, and a word of padding where their number is
/// odd. Long commands become several.
#[must_use]
pub fn encode(commands: &[Command]) -> Vec<u32> {
    let mut words = Vec::new();
    for command in commands {
        let mut register = u32::from(command.register);
        for parameters in command.parameters.chunks(MOST) {
            let Some((first, others)) = parameters.split_first() else {
                continue;
            };
            let count = (others.len() as u32) << 20;
            let header = register & 0xFFFF
                | u32::from(command.mask & 0xF) << 16
                | count
                | u32::from(command.is_consecutive) << 31;
            words.extend([*first, header]);
            words.extend_from_slice(others);
            if others.len() % 2 != 0 {
                words.push(0);
            }
            if command.is_consecutive {
                register += parameters.len() as u32;
            }
        }
    }
    words
}

/// The commands of a list, and how many words of it they are: less than all when the last one is cut off.
#[must_use]
pub fn decode(words: &[u32]) -> (Vec<Command>, usize) {
    let mut commands = Vec::new();
    let mut at = 0;
    while let Some(&[first, header]) = words.get(at..at + 2) {
        let count = (header >> 20 & 0x7FF) as usize;
        let Some(others) = words.get(at + 2..at + 2 + count) else {
            break;
        };
        let mut parameters = Vec::with_capacity(count + 1);
        parameters.push(first);
        parameters.extend_from_slice(others);
        commands.push(Command {
            register: (header & 0xFFFF) as u16,
            mask: (header >> 16 & 0xF) as u8,
            is_consecutive: header >> 31 != 0,
            parameters,
        });
        at = (at + 2 + count.next_multiple_of(2)).min(words.len());
    }
    (commands, at)
}
