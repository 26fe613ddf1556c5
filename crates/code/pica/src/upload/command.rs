//! Encodes and decodes command lists.

use std::fmt;

use super::registers::register_name;

/// Maximum number of parameters of one command: its header counts those after the first in eight bits. The
/// notes on the chip give the field eleven bits; runtimes use eight.
const MAX_PARAMETERS: usize = 0x100;

/// Writes to one register or to consecutive ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// First register.
    pub register: u16,
    /// Byte enable mask, bit 0 for the low byte.
    pub mask: u8,
    /// True if each parameter goes to the next register, false if all go to one.
    pub is_consecutive: bool,
    /// Values to write.
    pub parameters: Vec<u32>,
}

/// Writes the register in hexadecimal with its name, then the values, eight per line.
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

/// Encodes a command list: for each command the first value, the header, the other values, and a padding word
/// if their number is odd. Long commands are split.
#[must_use]
pub fn encode(commands: &[Command]) -> Vec<u32> {
    let mut words = Vec::new();
    for command in commands {
        let mut register = u32::from(command.register);
        for parameters in command.parameters.chunks(MAX_PARAMETERS) {
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

/// Decodes a command list; also returns the number of words consumed, less than all if the last command is
/// truncated.
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
