//! One instruction word: its fields read and written, nothing lost.

use crate::opcode::{Format, Kind, OPCODES, Opcode};

/// An instruction word. It is the word itself with names for its parts, so unknown opcodes and reserved bits survive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Instruction(pub u32);

/// A register as a source field names it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// `v0`–`v15`, vertex attribute or geometry input.
    Input(u8),
    /// `r0`–`r15`, temporary.
    Temporary(u8),
    /// `c0`–`c95`, float uniform.
    Uniform(u8),
}

impl Source {
    /// The register of a source field: 00–0F inputs, 10–1F temporaries, 20–7F float uniforms.
    pub const fn from_field(field: u32) -> Source {
        match field {
            0x00..=0x0f => Source::Input(field as u8),
            0x10..=0x1f => Source::Temporary(field as u8 - 0x10),
            _ => Source::Uniform((field as u8 & 0x7f).wrapping_sub(0x20)),
        }
    }

    /// The source field of the register.
    pub const fn field(self) -> u32 {
        match self {
            Source::Input(number) => number as u32,
            Source::Temporary(number) => number as u32 + 0x10,
            Source::Uniform(number) => number as u32 + 0x20,
        }
    }
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Source::Input(number) => write!(f, "v{number}"),
            Source::Temporary(number) => write!(f, "r{number}"),
            Source::Uniform(number) => write!(f, "c{number}"),
        }
    }
}

/// A register as a destination field names it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Destination {
    /// `o0`–`o15`, output.
    Output(u8),
    /// `r0`–`r15`, temporary.
    Temporary(u8),
}

impl Destination {
    /// The register of a destination field: 00–0F outputs, 10–1F temporaries.
    pub const fn from_field(field: u32) -> Destination {
        match field {
            0x00..=0x0f => Destination::Output(field as u8),
            _ => Destination::Temporary(field as u8 & 0x0f),
        }
    }

    /// The destination field of the register.
    pub const fn field(self) -> u32 {
        match self {
            Destination::Output(number) => number as u32,
            Destination::Temporary(number) => number as u32 + 0x10,
        }
    }
}

impl std::fmt::Display for Destination {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Destination::Output(number) => write!(f, "o{number}"),
            Destination::Temporary(number) => write!(f, "r{number}"),
        }
    }
}

/// Names of the comparison operators by value; 6 and 7 have none.
pub const COMPARISONS: [&str; 6] = ["eq", "ne", "lt", "le", "gt", "ge"];

/// Names of the index registers by value; 0 is none.
pub const INDEX_REGISTERS: [&str; 4] = ["", "a0.x", "a0.y", "aL"];

impl Instruction {
    /// The six highest bits.
    pub const fn code(self) -> u32 {
        self.0 >> 26
    }

    /// The table entry.
    pub const fn opcode(self) -> &'static Opcode {
        &OPCODES[self.code() as usize]
    }

    /// The layout of the word.
    pub const fn format(self) -> Format {
        self.opcode().format
    }

    /// The bits of a field; `None` when the format has no such field.
    pub fn field(self, kind: Kind) -> Option<u32> {
        let field = self.format().field(kind)?;
        Some(self.0 >> field.shift & ((1 << field.width) - 1))
    }

    /// The same word with other bits in a field; `None` when the format has no such field or it is too narrow.
    pub fn with(self, kind: Kind, value: u32) -> Option<Instruction> {
        let field = self.format().field(kind)?;
        let mask = (1 << field.width) - 1;
        (value <= mask).then(|| Instruction(self.0 & !(mask << field.shift) | value << field.shift))
    }

    /// The reserved bits, in place. For `cmp` and `mad` the low opcode bits belong to other fields.
    pub fn reserved(self) -> u32 {
        let reserved = self
            .format()
            .fields()
            .iter()
            .filter(|field| field.kind == Kind::Reserved);
        reserved.fold(0, |bits, field| {
            bits | self.0 & ((1 << field.width) - 1) << field.shift
        })
    }

    /// The sources in operand order.
    pub fn sources(self) -> impl Iterator<Item = (Kind, Source)> {
        [Kind::Source1, Kind::Source2, Kind::Source3]
            .into_iter()
            .filter_map(move |kind| Some((kind, Source::from_field(self.field(kind)?))))
    }

    /// The destination.
    pub fn destination(self) -> Option<Destination> {
        self.field(Kind::Destination).map(Destination::from_field)
    }

    /// Index of the operand descriptor.
    pub fn descriptor(self) -> Option<u32> {
        self.field(Kind::Descriptor)
    }

    /// Word index that flow goes to, and `NUM`.
    pub fn flow(self) -> Option<(u32, u32)> {
        Some((self.field(Kind::Target)?, self.field(Kind::Count)?))
    }
}
