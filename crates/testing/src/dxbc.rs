//! Generates random programs of shader model 4 and 5 to test printer and assembler.
//!
//! A seed gives the same program on every machine. Every instruction has the operands of its
//! opcode, encoded as compilers do, so that the text form can express all of it; blocks need not
//! match and the program need not make sense.

use glassbox_dxbc::Opcode;
use glassbox_dxbc::names::{OpcodeToken, OperandType};
use glassbox_dxbc::role::Role;

use crate::random::Random;

/// Maximum number of instructions.
const MOST: usize = 40;

/// Registers with a number or indices, and the number of indices.
const REGISTERS: [(OperandType, u32); 10] = [
    (OperandType::TEMP, 1),
    (OperandType::INPUT, 1),
    (OperandType::INPUT, 2),
    (OperandType::OUTPUT, 1),
    (OperandType::INDEXABLE_TEMP, 2),
    (OperandType::CONSTANT_BUFFER, 2),
    (OperandType::IMMEDIATE_CONSTANT_BUFFER, 1),
    (OperandType::INPUT_CONTROL_POINT, 2),
    (OperandType::THIS, 1),
    (OperandType::GROUP_SHARED, 1),
];

/// Generates a program with its header.
pub fn program(random: &mut Random) -> Vec<u8> {
    let kind = [0u32, 1, 2, 3, 4, 5, 0xfff0][random.index(7)];
    let (major, minor) = [(4, 0), (4, 1), (5, 0), (5, 1)][random.index(4)];
    let mut maker = Maker { random, words: Vec::new() };
    for _ in 0..1 + maker.random.index(MOST) {
        maker.instruction();
    }
    let words = maker.words;
    let header = [minor | major << 4 | kind << 16, words.len() as u32 + 2];
    let all = header.iter().chain(&words);
    all.flat_map(|word| word.to_le_bytes()).collect()
}

struct Maker<'r> {
    random: &'r mut Random,
    words: Vec<u32>,
}

impl Maker<'_> {
    fn below(&mut self, bound: u64) -> u32 {
        self.random.below(bound) as u32
    }

    /// True once in `odds` times on average.
    fn once_in(&mut self, odds: u64) -> bool {
        self.random.below(odds) == 0
    }

    /// Any instruction except declarations.
    fn instruction(&mut self) {
        let opcode = loop {
            let opcode = Opcode::ALL[self.random.index(Opcode::ALL.len())];
            if !opcode.is_declaration() && !opcode.is_reserved() && opcode != Opcode::CUSTOMDATA {
                break opcode;
            }
        };
        let start = self.words.len();
        self.words.push(0);
        let roles = opcode.info().map_or(&[][..], |info| info.roles);
        let extended = self.extended(roles.contains(&Role::Resource));
        if opcode == Opcode::FCALL {
            let function = self.below(9);
            self.words.push(function);
        }
        for role in roles {
            self.operand(*role);
        }
        let specific = self.specific(opcode);
        let length = self.words.len() - start;
        if length > 127 {
            self.words.truncate(start);
            return;
        }
        self.words[start] = OpcodeToken::build(opcode, specific, length as u32).0 | extended << 31;
    }

    /// Opcode-specific bits of the first word.
    fn specific(&mut self, opcode: Opcode) -> u32 {
        let mut bits = 0;
        if opcode.has_test() {
            bits |= self.below(2) << 18;
        }
        bits |= match opcode {
            Opcode::SYNC => self.below(16) << 11,
            Opcode::RESINFO => self.below(3) << 11,
            Opcode::SAMPLEINFO => self.below(2) << 11,
            _ if self.once_in(4) => 1 << 13,
            _ => 0,
        };
        if self.once_in(4) {
            bits |= self.below(16) << 19;
        }
        bits
    }

    /// Extension words in compiler order; returns 1 if there are any.
    fn extended(&mut self, has_resource: bool) -> u32 {
        if !has_resource || self.once_in(2) {
            return 0;
        }
        let mut words = Vec::new();
        if self.once_in(2) {
            let offsets = self.below(1 << 12);
            words.push(1 | offsets << 9);
        }
        if self.once_in(2) {
            let shape = 1 + self.below(12);
            let stride = if shape == 12 { self.below(1 << 12) } else { 0 };
            words.push(2 | shape << 6 | stride << 11);
            let kinds = [1 + self.below(9), 1 + self.below(9), 1 + self.below(9), 1 + self.below(9)];
            words.push(kinds.iter().rev().fold(0, |word, kind| word << 4 | kind) << 6 | 3);
        }
        let last = words.len().saturating_sub(1);
        let chained = words.iter().enumerate();
        self.words.extend(chained.map(|(place, word)| word | u32::from(place < last) << 31));
        u32::from(!words.is_empty())
    }

    fn operand(&mut self, role: Role) {
        match role {
            Role::Float | Role::Integer | Role::Untyped if self.once_in(4) => return self.numbers(role),
            Role::Double if self.once_in(4) => return self.doubles(),
            _ => {}
        }
        let (kind, dimensions) = match role {
            Role::Resource => {
                [(OperandType::RESOURCE, 1), (OperandType::UNORDERED_ACCESS_VIEW, 1)][self.random.index(2)]
            }
            Role::Sampler => (OperandType::SAMPLER, 1),
            Role::Label => (OperandType::LABEL, 1),
            Role::Stream => (OperandType::STREAM, 1),
            Role::Interface => (OperandType::INTERFACE, 2),
            Role::Destination if self.once_in(8) => (OperandType::NULL, 0),
            _ => REGISTERS[self.random.index(REGISTERS.len())],
        };
        let selection = match role {
            Role::Destination if kind == OperandType::NULL => 0,
            Role::Destination => 2 | (1 + self.below(15)) << 4,
            Role::Label | Role::Stream | Role::Interface | Role::Sampler => 0,
            _ if self.once_in(2) => 2 | 2 << 2 | self.below(4) << 4,
            _ => 2 | 1 << 2 | self.below(256) << 4,
        };
        let token = self.words.len();
        self.words.push(selection | u32::from(kind.0) << 12 | dimensions << 20);
        let is_source = !matches!(role, Role::Destination | Role::Label | Role::Stream | Role::Interface);
        if is_source && self.once_in(3) {
            let modifier =
                self.below(4) << 6 | [0, 1, 2, 4, 5][self.random.index(5)] << 14 | self.below(2) << 17;
            if modifier != 0 {
                self.words[token] |= 1 << 31;
                self.words.push(modifier | 1);
            }
        }
        for place in 0..dimensions {
            let is_fixed = matches!(role, Role::Label | Role::Stream);
            // The first index of an interface is its number.
            let is_fixed = is_fixed || role == Role::Interface && place == 0;
            if is_fixed || !self.once_in(4) {
                let number = self.below(100);
                self.words.push(number);
                continue;
            }
            let added = self.below(3);
            let representation = if added == 0 { 2 } else { 3 };
            self.words[token] |= representation << (22 + 3 * place);
            if added != 0 {
                self.words.push(added);
            }
            self.relative();
        }
    }

    /// Relative index: one component of a register or of an array.
    fn relative(&mut self) {
        let component = 2 | 2 << 2 | self.below(4) << 4;
        let number = self.below(10);
        if self.once_in(4) {
            let kind = u32::from(OperandType::INDEXABLE_TEMP.0) << 12;
            let representation = 2 << (22 + 3);
            self.words.extend([component | kind | 2 << 20 | representation, number]);
            self.words.extend([2 | 2 << 2 | 1 << 20, 3]);
        } else {
            self.words.extend([component | 1 << 20, number])
        }
    }

    /// 32-bit immediates. Floats may be any; a NaN is written as bits, since its spelling as a
    /// float loses the sign.
    fn numbers(&mut self, role: Role) {
        let kind = u32::from(OperandType::IMMEDIATE32.0) << 12;
        let count = [1, 4][self.random.index(2)];
        self.words.push(kind | if count == 1 { 1 } else { 2 });
        for _ in 0..count {
            let word = match (role, self.random.below(3)) {
                (_, 0) => self.below(20_000),
                (_, 1) => (self.below(1000) as f32 / 7.0).to_bits(),
                _ => self.below(1 << 32),
            };
            self.words.push(word);
        }
    }

    fn doubles(&mut self) {
        let kind = u32::from(OperandType::IMMEDIATE64.0) << 12;
        self.words.push(kind | 2);
        for _ in 0..4 {
            let word = self.below(1 << 32);
            self.words.push(word);
        }
    }
}
