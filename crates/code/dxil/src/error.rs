//! Defines errors in a bitstream and their positions.

use std::fmt;
use std::ops::Range;

use crate::block::BlockId;

/// Kind of error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BitcodeErrorKind {
    /// The bytes do not begin with `BC` 0xC0DE, with or without a wrapper.
    Magic {
        /// First four bytes, least significant first; missing ones are zero.
        found: u32,
    },
    /// The wrapper header points outside the bytes.
    Wrapper,
    /// The size is not a multiple of four bytes.
    Unaligned,
    /// There is no module block.
    NoModule,
    /// A block or the stream ends inside an item.
    Truncated,
    /// A VBR number does not fit into 64 bits.
    LongNumber,
    /// A block has an abbreviation id width outside 2 to 32 bits.
    AbbreviationWidth {
        /// Width in bits.
        width: u64,
    },
    /// An abbreviation id is not defined in this block.
    UnknownAbbreviation {
        /// Abbreviation id.
        id: u64,
    },
    /// An invalid abbreviation definition: an unknown encoding, a width above 64, an array not followed by
    /// exactly one scalar element, a blob that is not last, or no or too many operands.
    BadAbbreviation,
    /// An operand or byte count exceeds the bits left.
    CountPastEnd {
        /// Stated count.
        count: u64,
    },
    /// The word count of a block extends past its parent or the stream.
    BlockPastEnd {
        /// Stated block size in 32-bit words.
        words: u64,
    },
    /// The end of a block contradicts its word count.
    BlockLength {
        /// Stated block size in 32-bit words.
        words: u64,
        /// Actual size up to the end marker in 32-bit words.
        found: u64,
    },
    /// Blocks are nested deeper than [`MAX_DEPTH`](crate::walk::MAX_DEPTH).
    TooDeep,
    /// A record, an abbreviation or an end marker outside any block.
    Outside,
    /// A BLOCKINFO block defines an abbreviation before selecting a block, or selects none.
    BlockInfo,
    /// A record has too few operands.
    ShortRecord {
        /// Record code.
        code: u64,
    },
    /// More records of a kind than fit in a stream of this size; the excess is ignored.
    TooMany,
    /// A record that LLVM 3.7 does not define in this block.
    UnknownRecord {
        /// Enclosing block.
        block: BlockId,
        /// Record code.
        code: u64,
    },
    /// A block that LLVM 3.7 does not allow here.
    UnknownBlock {
        /// Id of the block.
        block: BlockId,
    },
    /// An index out of range.
    Number {
        /// Indexed entity.
        of: Entity,
        /// The index.
        found: u64,
        /// Number of entities.
        count: u64,
    },
    /// A code that LLVM 3.7 does not define.
    Code {
        /// Coded entity.
        of: &'static str,
        /// The code.
        found: u64,
    },
    /// A value or type that its use does not allow.
    Mismatch {
        /// Expected type.
        expected: &'static str,
    },
    /// The type table lacks the type of a result.
    MissingType {
        /// Description of the result.
        of: &'static str,
    },
    /// An entity contains itself.
    Cycle {
        /// Kind of entity.
        of: Entity,
    },
    /// Types or constants nested deeper than [`MAX_NESTING`](crate::ir::MAX_NESTING).
    Nested {
        /// Kind of entity.
        of: Entity,
    },
    /// A stated count differs from the actual one.
    Count {
        /// Counted entity.
        of: Entity,
        /// Stated count.
        stated: u64,
        /// Actual count.
        found: u64,
    },
    /// A basic block without a terminator.
    Unterminated,
    /// A definition without a body, or a body without a definition.
    Bodies {
        /// Number of defined functions.
        defined: u64,
        /// Number of function bodies.
        bodies: u64,
    },
}

/// Entities referred to by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Entity {
    /// Types.
    Type,
    /// Values.
    Value,
    /// Metadata items.
    Metadata,
    /// Groups of attributes.
    AttributeGroup,
    /// Attribute lists.
    AttributeList,
    /// Section names.
    Section,
    /// Garbage collector names.
    Collector,
    /// COMDATs.
    Comdat,
    /// Basic blocks.
    BasicBlock,
    /// Instructions.
    Instruction,
    /// Constants.
    Constant,
}

impl Entity {
    /// Singular name for messages.
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

/// An error and the bits that show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BitcodeError {
    /// Kind of error.
    pub kind: BitcodeErrorKind,
    /// Bit range, counted from the least significant bit of the first byte.
    pub bits: Range<u64>,
}

impl BitcodeError {
    /// An error at these bits.
    pub fn new(kind: BitcodeErrorKind, bits: Range<u64>) -> BitcodeError {
        BitcodeError { kind, bits }
    }

    /// Bytes that contain the bits.
    pub fn bytes(&self) -> Range<u64> {
        bytes_of(&self.bits)
    }
}

/// Bytes that contain a range of bits.
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
                write!(f, "found {found:02x?}, expected the bitcode magic [42, 43, c0, de]")
            }
            BitcodeErrorKind::Wrapper => f.write_str("the wrapper header points outside the bitcode"),
            BitcodeErrorKind::Unaligned => {
                f.write_str("the size of the bitcode is not a multiple of 4 bytes")
            }
            BitcodeErrorKind::NoModule => f.write_str("the bitcode has no module block"),
            BitcodeErrorKind::Truncated => f.write_str("the block ends inside an item of the bitstream"),
            BitcodeErrorKind::LongNumber => {
                f.write_str("a number of variable width does not fit into 64 bits")
            }
            BitcodeErrorKind::AbbreviationWidth { width } => {
                write!(f, "found abbreviation ids of {width} bits, expected 2 to 32")
            }
            BitcodeErrorKind::UnknownAbbreviation { id } => {
                write!(f, "found abbreviation id {id}, which this block does not define")
            }
            BitcodeErrorKind::BadAbbreviation => {
                f.write_str("an abbreviation is defined that no record can use")
            }
            BitcodeErrorKind::CountPastEnd { count } => {
                write!(f, "found a count of {count}, more than the bits left can hold")
            }
            BitcodeErrorKind::BlockPastEnd { words } => {
                write!(f, "found a block of {words} words, more than there are left around it")
            }
            BitcodeErrorKind::BlockLength { words, found } => {
                write!(f, "found a block of {found} words whose header states {words}")
            }
            BitcodeErrorKind::TooDeep => f.write_str("blocks are nested too deep"),
            BitcodeErrorKind::Outside => f.write_str("found something other than a block outside any block"),
            BitcodeErrorKind::BlockInfo => {
                f.write_str("found an abbreviation for other blocks before the id of the block it is for")
            }
            BitcodeErrorKind::ShortRecord { code } => write!(f, "the record of code {code} lacks operands"),
            BitcodeErrorKind::TooMany => f.write_str("found more records than bitcode of this size can hold"),
            BitcodeErrorKind::UnknownRecord { block, code } => {
                write!(f, "found a record of code {code} in a block {block}, which LLVM 3.7 does not have")
            }
            BitcodeErrorKind::UnknownBlock { block } => {
                write!(f, "found a block {block}, which LLVM 3.7 does not have at this place")
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
                write!(f, "found {found} of kind {}, expected {stated}, as stated", of.name())
            }
            BitcodeErrorKind::Unterminated => {
                f.write_str("found a basic block without a terminator at its end")
            }
            BitcodeErrorKind::Bodies { defined, bodies } => {
                write!(f, "found {bodies} function bodies, expected {defined}, one for each definition")
            }
        }
    }
}

impl std::error::Error for BitcodeError {}
