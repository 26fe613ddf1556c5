//! The SPIR-V grammar as static tables: instructions, enumerations, extended instruction sets, generators.
//!
//! The tables are written by `tools/generate.py` from the machine-readable grammar. A number finds its row in constant
//! time, or nearly so for sparse enumerations; a name finds its number by binary search. Where two names stand for one
//! value both are found, and the row carries the one to print. What the tables do not know is `None`, never an error.

#[rustfmt::skip]
mod core;
#[rustfmt::skip]
#[allow(dead_code)]
pub(crate) mod enums;
#[rustfmt::skip]
mod extended;
#[rustfmt::skip]
mod generators;

/// One instruction of the core grammar.
#[derive(Debug)]
pub struct Opcode {
    /// The number in the low half of an instruction's first word.
    pub number: u16,
    /// The name with its `Op`.
    pub name: &'static str,
    /// The operands in the order of the binary form.
    pub operands: &'static [Operand],
}

/// One place in an operand list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// What stands there.
    pub kind: Kind,
    /// How often.
    pub count: Count,
}

/// How often an operand occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Exactly once.
    One,
    /// Once, or the instruction ends before it.
    Optional,
    /// Any number of times up to the end of the instruction.
    Any,
}

/// What an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The id of the result's type.
    ResultType,
    /// The id that the instruction defines.
    Result,
    /// An id, also where it names a scope or memory semantics.
    Id,
    /// A 32-bit integer.
    Integer,
    /// A 32-bit float.
    Float,
    /// A string, zero-terminated and zero-padded to whole words.
    String,
    /// A number as wide as the result type says.
    Number,
    /// The number of an instruction in an extended set; the rest of the operands are that instruction's.
    ExtendedInstruction,
    /// An opcode; the rest of the operands are that instruction's without its result.
    SpecConstantOp,
    /// A number as wide as the switch's selector, and an id.
    NumberId,
    /// An id and an integer.
    IdInteger,
    /// Two ids.
    IdId,
    /// A value or mask of the enumeration with this index, see [`enumeration`].
    Enum(u8),
}

/// A value enumeration or a set of bits.
#[derive(Debug)]
pub struct Enumeration {
    /// The name of the operand kind, such as `StorageClass`.
    pub name: &'static str,
    /// Whether values are masks of the enumerants.
    pub bits: bool,
    /// The enumerants by value.
    pub enumerants: &'static [Enumerant],
    names: &'static [(&'static str, u16)],
}

/// One named value of an [`Enumeration`].
#[derive(Debug)]
pub struct Enumerant {
    /// The value.
    pub value: u32,
    /// The name that is printed.
    pub name: &'static str,
    /// Further operands that follow when this value is chosen.
    pub parameters: &'static [Operand],
}

/// An extended instruction set that this crate has a table for.
#[derive(Debug)]
pub struct ExtendedSet {
    /// The name that `OpExtInstImport` gives; a final dot stands for any version number after it.
    pub name: &'static str,
    /// The instructions by number.
    pub instructions: &'static [ExtendedInstruction],
    names: &'static [(&'static str, u16)],
}

/// One instruction of an [`ExtendedSet`].
#[derive(Debug)]
pub struct ExtendedInstruction {
    /// The number that `OpExtInst` gives.
    pub number: u32,
    /// The name.
    pub name: &'static str,
    /// The operands after the number.
    pub operands: &'static [Operand],
}

mod kinds {
    use super::{Count, Kind, Operand};

    const fn one(kind: Kind) -> Operand {
        Operand {
            kind,
            count: Count::One,
        }
    }
    pub(super) const TYPE: Operand = one(Kind::ResultType);
    pub(super) const RESULT: Operand = one(Kind::Result);
    pub(super) const ID: Operand = one(Kind::Id);
    pub(super) const INT: Operand = one(Kind::Integer);
    pub(super) const FLOAT: Operand = one(Kind::Float);
    pub(super) const STR: Operand = one(Kind::String);
    pub(super) const NUM: Operand = one(Kind::Number);
    pub(super) const EXT: Operand = one(Kind::ExtendedInstruction);
    pub(super) const OP: Operand = one(Kind::SpecConstantOp);
    pub(super) const NUM_ID: Operand = one(Kind::NumberId);
    pub(super) const ID_INT: Operand = one(Kind::IdInteger);
    pub(super) const ID_ID: Operand = one(Kind::IdId);
}

const fn e(index: u8) -> Operand {
    Operand {
        kind: Kind::Enum(index),
        count: Count::One,
    }
}

const fn opt(operand: Operand) -> Operand {
    Operand {
        kind: operand.kind,
        count: Count::Optional,
    }
}

const fn any(operand: Operand) -> Operand {
    Operand {
        kind: operand.kind,
        count: Count::Any,
    }
}

const LAST: usize = core::OPCODES[core::OPCODES.len() - 1].number as usize;

/// The row of every opcode number plus one, zero where there is none.
static ROWS: [u16; LAST + 1] = {
    let mut rows = [0; LAST + 1];
    let mut row = 0;
    while row < core::OPCODES.len() {
        rows[core::OPCODES[row].number as usize] = row as u16 + 1;
        row += 1;
    }
    rows
};

fn named<'a, T>(names: &[(&str, u16)], rows: &'a [T], name: &str) -> Option<&'a T> {
    let place = names.binary_search_by(|entry| entry.0.cmp(name)).ok()?;
    rows.get(usize::from(names[place].1))
}

/// The instruction with this number.
#[inline]
pub fn opcode(number: u16) -> Option<&'static Opcode> {
    let row = *ROWS.get(usize::from(number))?;
    core::OPCODES.get(usize::from(row).wrapping_sub(1))
}

/// The instruction with this name, given with its `Op`.
pub fn opcode_named(name: &str) -> Option<&'static Opcode> {
    named(&core::NAMES, &core::OPCODES, name)
}

/// Every instruction name that [`opcode_named`] finds, sorted.
pub fn opcode_names() -> impl Iterator<Item = &'static str> {
    core::NAMES.iter().map(|entry| entry.0)
}

/// The enumeration of a [`Kind::Enum`].
#[inline]
pub fn enumeration(index: u8) -> Option<&'static Enumeration> {
    enums::ENUMERATIONS.get(usize::from(index))
}

/// The enumeration with this name, such as `Capability`; the core ones come first.
pub fn enumeration_named(name: &str) -> Option<&'static Enumeration> {
    enums::ENUMERATIONS.iter().find(|one| one.name == name)
}

impl Enumeration {
    /// The enumerant with exactly this value.
    #[inline]
    pub fn enumerant(&self, value: u32) -> Option<&'static Enumerant> {
        // Most enumerations start as 0, 1, 2, ..., so the value is its own place.
        if let Some(found) = self.enumerants.get(value as usize)
            && found.value == value
        {
            return Some(found);
        }
        let place = self
            .enumerants
            .binary_search_by(|entry| entry.value.cmp(&value))
            .ok()?;
        Some(&self.enumerants[place])
    }

    /// The enumerant with this name.
    pub fn named(&self, name: &str) -> Option<&'static Enumerant> {
        named(self.names, self.enumerants, name)
    }

    /// Every name that [`Enumeration::named`] finds, sorted.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.names.iter().map(|entry| entry.0)
    }
}

/// The index of the set that an import by this name means.
pub fn extended_set_named(name: &str) -> Option<u8> {
    let exact = extended::SETS.iter().position(|set| set.name == name);
    let found = exact.or_else(|| {
        extended::SETS.iter().position(|set| {
            let version = name.strip_prefix(set.name).unwrap_or_default();
            set.name.ends_with('.')
                && !version.is_empty()
                && version.bytes().all(|byte| byte.is_ascii_digit())
        })
    });
    found.map(|index| index as u8)
}

/// The set with this index.
pub fn extended_set(index: u8) -> Option<&'static ExtendedSet> {
    extended::SETS.get(usize::from(index))
}

impl ExtendedSet {
    /// The instruction with this number.
    #[inline]
    pub fn instruction(&self, number: u32) -> Option<&'static ExtendedInstruction> {
        let place = self
            .instructions
            .binary_search_by(|entry| entry.number.cmp(&number))
            .ok()?;
        Some(&self.instructions[place])
    }

    /// The instruction with this name.
    pub fn named(&self, name: &str) -> Option<&'static ExtendedInstruction> {
        named(self.names, self.instructions, name)
    }

    /// Every name that [`ExtendedSet::named`] finds, sorted.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.names.iter().map(|entry| entry.0)
    }
}

/// The registered generator with this tool number, which is the high half of the header's generator word.
pub fn generator(tool: u16) -> Option<&'static str> {
    generators::GENERATORS.get(usize::from(tool)).copied()
}

/// The tool number of the registered generator with this name; the first of several.
pub fn generator_named(name: &str) -> Option<u16> {
    let place = generators::GENERATORS.iter().position(|known| *known == name)?;
    u16::try_from(place).ok()
}

/// The name of a value of the enumeration with this name, for messages and reports.
pub fn value_name(enumeration: &str, value: u32) -> Option<&'static str> {
    enumeration_named(enumeration)?
        .enumerant(value)
        .map(|found| found.name)
}

impl ExtendedSet {
    /// Whether later versions of the set append operands, as the non-semantic sets may under one name.
    pub(crate) fn may_grow(&self) -> bool {
        self.name.starts_with("NonSemantic.")
    }
}
