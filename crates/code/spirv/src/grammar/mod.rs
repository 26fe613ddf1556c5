//! Looks up the SPIR-V grammar: instructions, enumerations, extended instruction sets, generators.
//!
//! `tools/generate.py` writes the static tables from the machine-readable grammar. Each row also declares a
//! constant for its number, in [`op`], [`value`] and [`instruction`]. Lookup by number takes
//! constant time, or nearly so in sparse enumerations; lookup by name is a binary search. If two names share
//! a value, both are found and the row holds the one to print. Unknown values give `None`, never an error.

/// Declares the table of instructions and a constant for each number.
macro_rules! opcodes {
    ($($constant:ident = $number:literal $name:literal [$($operand:expr),*]
        $version:tt [$($capability:expr),*] [$($extension:literal),*],)*) => {
        /// By number.
        pub(crate) static OPCODES: &[super::Opcode] = &[$(super::Opcode {
            number: $number,
            name: $name,
            operands: &[$($operand),*],
            needs: super::Needs { version: $version, capabilities: &[$($capability),*], extensions: &[$($extension),*] },
        }),*];

        /// Numbers of the instructions.
        pub mod op {
            $(
                #[doc = concat!("`", $name, "`")]
                pub const $constant: u16 = $number;
            )*
        }
    };
}

/// Declares the table of enumerations, a constant for each index and, in `value`, one for each enumerant.
macro_rules! enumerations {
    ($($index_name:ident = $index:literal $module:ident $name:literal bits: $bits:literal {
        $($constant:ident = $value:literal $spelling:literal [$($parameter:expr),*]
            $version:tt [$($capability:expr),*] [$($extension:literal),*],)*
    } [$($names:expr,)*],)*) => {
        $(pub(crate) const $index_name: u8 = $index;)*

        /// Number of enumerations.
        pub(super) const COUNT: usize = [$($index),*].len();

        /// By the constants above.
        pub(super) static ENUMERATIONS: &[super::Enumeration] = &[$(super::Enumeration {
            name: $name,
            bits: $bits,
            enumerants: &[$(super::Enumerant {
                value: $value,
                name: $spelling,
                parameters: &[$($parameter),*],
                needs: super::Needs { version: $version, capabilities: &[$($capability),*], extensions: &[$($extension),*] },
            }),*],
            names: &[$($names),*],
        }),*];

        /// Values of the enumerants, one module for each enumeration.
        pub mod value {
            $(
                #[doc = concat!("Values of `", $name, "`.")]
                pub mod $module {
                    $(
                        #[doc = concat!("`", $spelling, "`")]
                        pub const $constant: u32 = $value;
                    )*
                }
            )*
        }
    };
}

/// Declares the table of extended sets and, in `instruction`, a constant for each number.
macro_rules! extended_sets {
    ($($module:ident $set:literal {
        $($constant:ident = $number:literal $name:literal [$($operand:expr),*],)*
    } [$($names:expr,)*],)*) => {
        /// By name.
        pub(super) static SETS: &[super::ExtendedSet] = &[$(super::ExtendedSet {
            name: $set,
            instructions: &[$(super::ExtendedInstruction {
                number: $number,
                name: $name,
                operands: &[$($operand),*],
            }),*],
            names: &[$($names),*],
        }),*];

        /// Numbers of the extended instructions, one module for each set.
        pub mod instruction {
            $(
                #[doc = concat!("Instructions of `", $set, "`.")]
                pub mod $module {
                    /// Import name; a final dot stands before a version number.
                    pub const SET: &str = $set;
                    $(
                        #[doc = concat!("`", $name, "`")]
                        pub const $constant: u32 = $number;
                    )*
                }
            )*
        }
    };
}

mod class;
#[rustfmt::skip]
mod core;
#[rustfmt::skip]
#[allow(dead_code)]
pub(crate) mod enums;
#[rustfmt::skip]
mod extended;
#[rustfmt::skip]
mod generators;
mod section;

pub(crate) use self::core::OPCODES;
pub use self::core::op;
pub use class::{ends_block, glsl_is_pure, glsl_reads_memory, is_arithmetic, is_constant, is_pure, is_type};
pub(crate) use class::{
    has_enumerants, has_required_enumerants, only_enumeration, plain_parameters, takes_sampled_image,
};
pub use enums::value;
pub use extended::instruction;
pub(crate) use section::Section;

/// One instruction of the core grammar.
#[derive(Debug)]
pub struct Opcode {
    /// Opcode: the low half of an instruction's first word.
    pub number: u16,
    /// Name with its `Op` prefix.
    pub name: &'static str,
    /// Operands in binary order.
    pub operands: &'static [Operand],
    /// What a module must declare to use it.
    pub needs: Needs,
}

/// What an instruction or enumerant requires of a module.
#[derive(Clone, Copy, Debug)]
pub struct Needs {
    /// Minor version of SPIR-V 1 that has it; [`NEVER`] if only an extension adds it.
    pub version: u8,
    /// Capabilities, of which one must be declared, if there are any. Of a capability: those it implies.
    pub capabilities: &'static [u32],
    /// Extensions, of which one must be declared in versions before `version`, if there are any.
    pub extensions: &'static [&'static str],
}

/// Version of what no version of SPIR-V has without an extension or a capability.
pub const NEVER: u8 = u8::MAX;

/// One entry of an operand list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// Type of the operand.
    pub kind: Kind,
    /// Number of occurrences.
    pub count: Count,
    /// Name in the specification; empty for result type, result, and enumerations, whose kind is the name.
    pub name: &'static str,
}

/// Number of times an operand occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Exactly once.
    One,
    /// At most once; the instruction may end before it.
    Optional,
    /// Any number of times, up to the end of the instruction.
    Any,
}

/// Type of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Id of the result type.
    ResultType,
    /// Id that the instruction defines.
    Result,
    /// An id.
    Id,
    /// Id of a constant: a `Scope`.
    Scope,
    /// Id of a constant: a mask of `MemorySemantics`.
    Semantics,
    /// A 32-bit integer.
    Integer,
    /// A 32-bit float.
    Float,
    /// A string, zero-terminated and zero-padded to whole words.
    String,
    /// A number as wide as the result type.
    Number,
    /// Number of an extended instruction; its operands follow.
    ExtendedInstruction,
    /// An opcode; the operands of that instruction, without its result, follow.
    SpecConstantOp,
    /// A number as wide as the switch's selector, and an id.
    NumberId,
    /// An id and an integer.
    IdInteger,
    /// Two ids.
    IdId,
    /// A value or mask of the enumeration with this index; see [`enumeration`].
    Enum(u8),
}

/// An enumeration of values or of bits.
#[derive(Debug)]
pub struct Enumeration {
    /// Name of the operand kind, such as `StorageClass`.
    pub name: &'static str,
    /// True if operands are masks of the enumerants.
    pub bits: bool,
    /// Enumerants sorted by value.
    pub enumerants: &'static [Enumerant],
    names: &'static [(&'static str, u16)],
}

/// One named value of an [`Enumeration`].
#[derive(Debug)]
pub struct Enumerant {
    /// Value, or bit in a mask.
    pub value: u32,
    /// Canonical name, used for printing.
    pub name: &'static str,
    /// Operands that follow if this value is chosen.
    pub parameters: &'static [Operand],
    /// What a module must declare to use it.
    pub needs: Needs,
}

/// An extended instruction set with a table.
#[derive(Debug)]
pub struct ExtendedSet {
    /// Import name (`OpExtInstImport`); a final dot matches any version number after it.
    pub name: &'static str,
    /// Instructions sorted by number.
    pub instructions: &'static [ExtendedInstruction],
    names: &'static [(&'static str, u16)],
}

/// One instruction of an [`ExtendedSet`].
#[derive(Debug)]
pub struct ExtendedInstruction {
    /// Instruction number in `OpExtInst`.
    pub number: u32,
    /// Name, without a prefix.
    pub name: &'static str,
    /// The operands after the number.
    pub operands: &'static [Operand],
}

mod kinds {
    use super::{Count, Kind, Operand};

    const fn one(kind: Kind) -> Operand {
        Operand { kind, count: Count::One, name: "" }
    }
    pub(super) const TYPE: Operand = one(Kind::ResultType);
    pub(super) const RESULT: Operand = one(Kind::Result);
    pub(super) const ID: Operand = one(Kind::Id);
    pub(super) const SCOPE_ID: Operand = one(Kind::Scope);
    pub(super) const SEMANTICS_ID: Operand = one(Kind::Semantics);
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
    Operand { kind: Kind::Enum(index), count: Count::One, name: "" }
}

const fn n(name: &'static str, operand: Operand) -> Operand {
    Operand { name, ..operand }
}

const fn opt(operand: Operand) -> Operand {
    Operand { count: Count::Optional, ..operand }
}

const fn any(operand: Operand) -> Operand {
    Operand { count: Count::Any, ..operand }
}

/// Largest number of an instruction.
pub(crate) const LAST: usize = core::OPCODES[core::OPCODES.len() - 1].number as usize;

/// Row of every opcode plus one; zero if there is none.
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
    row(number).map(|row| &core::OPCODES[row])
}

/// Index of the instruction with this number in [`OPCODES`].
#[inline]
pub(crate) fn row(number: u16) -> Option<usize> {
    let row = usize::from(*ROWS.get(usize::from(number))?).wrapping_sub(1);
    (row < core::OPCODES.len()).then_some(row)
}

/// A set of instructions, by number.
#[derive(Clone, Debug)]
pub struct OpcodeSet([u64; LAST / 64 + 1]);

impl OpcodeSet {
    /// No instruction.
    pub const NONE: OpcodeSet = OpcodeSet([0; LAST / 64 + 1]);

    /// Adds an instruction of the tables.
    #[inline]
    pub const fn insert(&mut self, number: u16) {
        self.0[number as usize / 64] |= 1 << (number % 64);
    }

    /// True if the sets have an instruction in common.
    pub(crate) fn meets(&self, other: &OpcodeSet) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    /// The set of these instructions.
    pub const fn of(numbers: &[u16]) -> OpcodeSet {
        let mut set = OpcodeSet::NONE;
        let mut index = 0;
        while index < numbers.len() {
            set.insert(numbers[index]);
            index += 1;
        }
        set
    }

    /// True if the set has an instruction; false for numbers that are not in the tables.
    #[inline]
    pub const fn contains(&self, number: u16) -> bool {
        number as usize <= LAST && self.0[number as usize / 64] >> (number % 64) & 1 != 0
    }
}

/// True if an instruction or an enumerant of the tables needs the extension.
pub(crate) fn is_known_extension(name: &str) -> bool {
    let has = |needs: &Needs| needs.extensions.contains(&name);
    core::OPCODES.iter().any(|row| has(&row.needs))
        || enums::ENUMERATIONS.iter().any(|kind| kind.enumerants.iter().any(|row| has(&row.needs)))
}

/// The instruction with this name, `Op` included.
pub fn opcode_named(name: &str) -> Option<&'static Opcode> {
    named(core::NAMES, core::OPCODES, name)
}

/// All names that [`opcode_named`] finds, sorted.
pub(crate) fn opcode_names() -> impl Iterator<Item = &'static str> {
    core::NAMES.iter().map(|entry| entry.0)
}

/// Number of enumerations: one more than the largest index in a [`Kind::Enum`].
pub(crate) const ENUMERATION_COUNT: usize = enums::COUNT;

/// The enumeration of a [`Kind::Enum`].
#[inline]
pub fn enumeration(index: u8) -> Option<&'static Enumeration> {
    enums::ENUMERATIONS.get(usize::from(index))
}

/// The enumeration with this name, such as `Capability`; core ones take precedence.
pub fn enumeration_named(name: &str) -> Option<&'static Enumeration> {
    enums::ENUMERATIONS.iter().find(|one| one.name == name)
}

impl Enumeration {
    /// The enumerant with exactly this value.
    #[inline]
    pub(crate) fn enumerant(&self, value: u32) -> Option<&'static Enumerant> {
        // Most enumerations start as 0, 1, 2, ..., so the value is its own index.
        if let Some(found) = self.enumerants.get(value as usize)
            && found.value == value
        {
            return Some(found);
        }
        let place = self.enumerants.binary_search_by(|entry| entry.value.cmp(&value)).ok()?;
        Some(&self.enumerants[place])
    }

    /// The enumerant with this name.
    pub fn named(&self, name: &str) -> Option<&'static Enumerant> {
        named(self.names, self.enumerants, name)
    }

    /// All names that [`Enumeration::named`] finds, sorted.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.names.iter().map(|entry| entry.0)
    }
}

/// Index of the set that an import by this name refers to.
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
        let place = self.instructions.binary_search_by(|entry| entry.number.cmp(&number)).ok()?;
        Some(&self.instructions[place])
    }

    /// The instruction with this name.
    pub fn named(&self, name: &str) -> Option<&'static ExtendedInstruction> {
        named(self.names, self.instructions, name)
    }

    /// All names that [`ExtendedSet::named`] finds, sorted.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.names.iter().map(|entry| entry.0)
    }
}

/// The registered generator with this tool number, the high half of the header's generator word.
pub fn generator(tool: u16) -> Option<&'static str> {
    generators::GENERATORS.get(usize::from(tool)).copied()
}

/// Tool number of the registered generator with this name; the first if there are several.
pub(crate) fn generator_named(name: &str) -> Option<u16> {
    let place = generators::GENERATORS.iter().position(|known| *known == name)?;
    u16::try_from(place).ok()
}

/// Name of a value in the named enumeration, for messages and reports.
pub fn value_name(enumeration: &str, value: u32) -> Option<&'static str> {
    enumeration_named(enumeration)?.enumerant(value).map(|found| found.name)
}

impl ExtendedSet {
    /// True if later versions of the set append operands, as non-semantic sets may under one name.
    pub(crate) fn may_grow(&self) -> bool {
        self.name.starts_with("NonSemantic.")
    }
}
