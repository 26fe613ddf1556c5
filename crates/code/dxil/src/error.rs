//! What can be wrong with a bitstream, and where.

use std::fmt;
use std::ops::Range;

use crate::block::BlockId;

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BitcodeErrorKind {
    /// The bytes do not begin with `BC` 0xC0DE, with or without a wrapper.
    Magic {
        /// The four bytes that stand there, least significant first; missing ones are zero.
        found: u32,
    },
    /// The wrapper header points outside the bytes.
    Wrapper,
    /// The size is not a multiple of four bytes.
    Unaligned,
    /// There is no module block.
    NoModule,
    /// The block, or the stream, ends inside an item.
    Truncated,
    /// A number of variable width does not fit into 64 bits.
    LongNumber,
    /// A block states abbreviation ids of a width outside 2 to 32 bits.
    AbbreviationWidth {
        /// The width, bits.
        width: u64,
    },
    /// An abbreviation id that nothing defines in this block.
    UnknownAbbreviation {
        /// The id.
        id: u64,
    },
    /// The definition of an abbreviation breaks the rules: an unknown encoding, a width above 64, an array that is not
    /// followed by exactly one element of a width of its own, a blob that is not last, or no or too many operands.
    BadAbbreviation,
    /// A count of operands or bytes that the bits left cannot hold.
    CountPastEnd {
        /// The count.
        count: u64,
    },
    /// The word count of a block leads past the block around it, or past the stream.
    BlockPastEnd {
        /// Size that the block states, 32-bit words.
        words: u64,
    },
    /// The end of a block stands elsewhere than its word count says.
    BlockLength {
        /// Size that the block states, 32-bit words.
        words: u64,
        /// Size up to its end marker, 32-bit words.
        found: u64,
    },
    /// Blocks are nested deeper than [`MAX_DEPTH`](crate::walk::MAX_DEPTH).
    TooDeep,
    /// A record, an abbreviation or an end marker outside any block.
    Outside,
    /// The block of abbreviations for other blocks defines one before it says for which block, or names none.
    BlockInfo,
    /// A record lacks operands that its meaning needs.
    ShortRecord {
        /// Code of the record.
        code: u64,
    },
    /// More records of a kind than a stream of this size can have; the others are not looked at.
    TooMany,
    /// A record that LLVM 3.7 does not have in this block.
    UnknownRecord {
        /// The block.
        block: BlockId,
        /// Code of the record.
        code: u64,
    },
    /// A block that LLVM 3.7 does not have at this place.
    UnknownBlock {
        /// The block.
        block: BlockId,
    },
    /// A number of something of which there are not so many.
    Number {
        /// What it is a number of.
        of: Entity,
        /// The number.
        found: u64,
        /// How many there are.
        count: u64,
    },
    /// A code that LLVM 3.7 does not have for such a thing.
    Code {
        /// What it is a code of.
        of: &'static str,
        /// The code.
        found: u64,
    },
    /// A value of another type than its use needs, or a type of another kind.
    Mismatch {
        /// What is needed.
        expected: &'static str,
    },
    /// The type of a result, which the table of types lacks.
    MissingType {
        /// What the result is.
        of: &'static str,
    },
    /// Something that is a part of itself.
    Cycle {
        /// What it is.
        of: Entity,
    },
    /// Types or constants nested deeper than [`MAX_NESTING`](crate::ir::MAX_NESTING).
    Nested {
        /// What it is.
        of: Entity,
    },
    /// A count that is stated and is not what there is.
    Count {
        /// What is counted.
        of: Entity,
        /// The count that is stated.
        stated: u64,
        /// How many there are.
        found: u64,
    },
    /// A basic block that no terminator ends.
    Unterminated,
    /// A definition without a body, or a body without a definition.
    Bodies {
        /// Functions that the records define.
        defined: u64,
        /// Function bodies in the module.
        bodies: u64,
    },
}

/// What modules have many of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Entity {
    /// Types.
    Type,
    /// Values.
    Value,
    /// Pieces of metadata.
    Metadata,
    /// Groups of attributes.
    AttributeGroup,
    /// Lists of attribute groups.
    AttributeList,
    /// Names of sections.
    Section,
    /// Names of garbage collectors.
    Collector,
    /// Groups of sections.
    Comdat,
    /// Basic blocks.
    BasicBlock,
    /// Instructions.
    Instruction,
    /// Constants.
    Constant,
}

impl Entity {
    /// One of them, in words.
    pub fn name(self) -> &'static str {
        match self {
            Entity::Type => "type",
            Entity::Value => "value",
            Entity::Metadata => "piece of metadata",
            Entity::AttributeGroup => "group of attributes",
            Entity::AttributeList => "list of attributes",
            Entity::Section => "section",
            Entity::Collector => "garbage collector",
            Entity::Comdat => "comdat",
            Entity::BasicBlock => "basic block",
            Entity::Instruction => "instruction",
            Entity::Constant => "constant",
        }
    }
}

impl fmt::Display for Entity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Something wrong, with the bits that show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BitcodeError {
    /// What it is.
    pub kind: BitcodeErrorKind,
    /// The bits, counted from the least significant bit of the first byte.
    pub bits: Range<u64>,
}

impl BitcodeError {
    /// A fault of these bits.
    pub fn new(kind: BitcodeErrorKind, bits: Range<u64>) -> BitcodeError {
        BitcodeError { kind, bits }
    }

    /// The bytes that hold the bits.
    pub fn bytes(&self) -> Range<u64> {
        bytes_of(&self.bits)
    }
}

/// The bytes that hold a range of bits.
pub fn bytes_of(bits: &Range<u64>) -> Range<u64> {
    bits.start / 8..bits.end.div_ceil(8).max(bits.start / 8)
}

impl fmt::Display for BitcodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl fmt::Display for BitcodeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            BitcodeErrorKind::Magic { found } => {
                let found = found.to_le_bytes();
                write!(
                    f,
                    "found {found:02x?}, expected the bitcode magic [42, 43, c0, de]"
                )
            }
            BitcodeErrorKind::Wrapper => f.write_str("the wrapper header points outside the bitcode"),
            BitcodeErrorKind::Unaligned => f.write_str("the size of the bitcode is no multiple of 4 bytes"),
            BitcodeErrorKind::NoModule => f.write_str("the bitcode has no module block"),
            BitcodeErrorKind::Truncated => f.write_str("the block ends inside an item of the bitstream"),
            BitcodeErrorKind::LongNumber => {
                f.write_str("a number of variable width does not fit into 64 bits")
            }
            BitcodeErrorKind::AbbreviationWidth { width } => {
                write!(f, "found abbreviation ids of {width} bits, expected 2 to 32")
            }
            BitcodeErrorKind::UnknownAbbreviation { id } => {
                write!(
                    f,
                    "found abbreviation id {id}, which nothing defines in this block"
                )
            }
            BitcodeErrorKind::BadAbbreviation => {
                f.write_str("an abbreviation is defined that no record can be written with")
            }
            BitcodeErrorKind::CountPastEnd { count } => {
                write!(f, "found a count of {count}, more than the bits left can hold")
            }
            BitcodeErrorKind::BlockPastEnd { words } => {
                write!(
                    f,
                    "found a block of {words} words, more than there are left around it"
                )
            }
            BitcodeErrorKind::BlockLength { words, found } => {
                write!(f, "found a block of {found} words that says it has {words}")
            }
            BitcodeErrorKind::TooDeep => f.write_str("blocks are nested too deep"),
            BitcodeErrorKind::Outside => f.write_str("found something other than a block outside any block"),
            BitcodeErrorKind::BlockInfo => {
                f.write_str("found an abbreviation for other blocks before the id of the block it is for")
            }
            BitcodeErrorKind::ShortRecord { code } => write!(f, "the record of code {code} lacks operands"),
            BitcodeErrorKind::TooMany => f.write_str("found more records than bitcode of this size can hold"),
            BitcodeErrorKind::UnknownRecord { block, code } => {
                write!(
                    f,
                    "found a record of code {code} in a block {block}, which LLVM 3.7 does not have"
                )
            }
            BitcodeErrorKind::UnknownBlock { block } => {
                write!(
                    f,
                    "found a block {block}, which LLVM 3.7 does not have at this place"
                )
            }
            BitcodeErrorKind::Number { of, found, count } => {
                write!(f, "found {} {found}, expected a number below {count}", of.name())
            }
            BitcodeErrorKind::Code { of, found } => {
                write!(f, "found {of} {found}, which LLVM 3.7 does not have")
            }
            BitcodeErrorKind::Mismatch { expected } => write!(f, "found something else, expected {expected}"),
            BitcodeErrorKind::MissingType { of } => write!(f, "the table of types lacks the type of {of}"),
            BitcodeErrorKind::Cycle { of } => write!(f, "found a {} that is a part of itself", of.name()),
            BitcodeErrorKind::Nested { of } => write!(f, "found a {} that is nested too deep", of.name()),
            BitcodeErrorKind::Count { of, stated, found } => {
                write!(
                    f,
                    "found {found} of kind {}, expected {stated} as is stated",
                    of.name()
                )
            }
            BitcodeErrorKind::Unterminated => {
                f.write_str("found a basic block without a terminator at its end")
            }
            BitcodeErrorKind::Bodies { defined, bodies } => {
                write!(
                    f,
                    "found {bodies} function bodies, expected {defined}, one for each definition"
                )
            }
        }
    }
}

impl std::error::Error for BitcodeError {}
