//! Defines constants of modules and bodies.

use super::handle::{ConstantId, FunctionId, LabelId, TypeId, ValueId};
use super::operation::{BinaryOp, CastOp, Flags, Predicate};
use super::pool::{Pool, Span, Text};

/// A constant. Its type is that of its value. Spans refer to the [`Constants`] it belongs to.
///
/// Variants mirror records: a zero can be [`Null`](Constant::Null) or [`Integer`](Constant::Integer) 0.
/// Compilers write the former, and [`Typed::constant`](super::Typed::add_constant) normalizes to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Constant {
    /// Zero of any type: 0, 0.0, null pointer, zero aggregate.
    Null,
    /// Undefined value.
    Undef,
    /// An integer of at most 64 bits, sign-extended.
    Integer(i64),
    /// An integer of more than 64 bits: 64-bit words, lowest first, in [`Constants::words`].
    Wide(Span<u64>),
    /// A float of 16, 32 or 64 bits, as bits.
    Float(u64),
    /// A float of 80 or 128 bits: its words as in the record.
    WideFloat(Span<u64>),
    /// A structure, array or vector: its elements, in [`Constants::operands`].
    Aggregate(Span<ValueId>),
    /// An array of bytes, in [`Constants::text`].
    String(Text),
    /// A zero-terminated array of bytes; the text excludes the zero.
    CString(Text),
    /// An array or vector of numbers: bits of each, in [`Constants::words`].
    Data(Span<u64>),
    /// A conversion.
    Cast {
        /// Conversion operator.
        op: CastOp,
        /// Operand.
        value: ValueId,
    },
    /// A binary operator.
    Binary {
        /// Operator.
        op: BinaryOp,
        /// Wrap, exactness or fast-math flags.
        flags: Flags,
        /// Left and right.
        operands: [ValueId; 2],
    },
    /// A comparison.
    Compare {
        /// Predicate.
        predicate: Predicate,
        /// Left and right.
        operands: [ValueId; 2],
    },
    /// An element address.
    GetElementPtr {
        /// True if the result is within bounds.
        inbounds: bool,
        /// Pointee type.
        source: TypeId,
        /// Pointer and indices, in [`Constants::operands`].
        operands: Span<ValueId>,
    },
    /// Condition, value for true, value for false.
    Select([ValueId; 3]),
    /// Vector, index.
    ExtractElement([ValueId; 2]),
    /// Vector, element, index.
    InsertElement([ValueId; 3]),
    /// Vector, vector, mask.
    ShuffleVector([ValueId; 3]),
    /// Address of a basic block.
    BlockAddress {
        /// Function of the block.
        function: FunctionId,
        /// Label within the function.
        label: LabelId,
    },
    /// Inline assembly; not in DXIL.
    InlineAsm {
        /// Assembly text, in [`Constants::text`].
        assembly: Text,
        /// Operand constraints, in [`Constants::text`].
        constraints: Text,
        /// True if it has side effects.
        side_effects: bool,
        /// True if it needs an aligned stack.
        align_stack: bool,
        /// True for Intel syntax.
        intel: bool,
    },
}

impl Constant {
    /// True if it is made of other values, see [`Constants::references`].
    pub(crate) fn is_composed(self) -> bool {
        !matches!(
            self,
            Constant::Null
                | Constant::Undef
                | Constant::Integer(_)
                | Constant::Float(_)
                | Constant::Data(_)
                | Constant::String(_)
                | Constant::CString(_)
        )
    }
}

/// Constants and their operand pools.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Constants {
    /// Constants in file order, each with its value.
    pub items: Vec<(ValueId, Constant)>,
    pub(crate) operands: Pool<ValueId>,
    pub(crate) words: Pool<u64>,
    pub(crate) texts: Pool<u8>,
}

impl Constants {
    /// A constant.
    #[inline]
    pub fn get(&self, id: ConstantId) -> Option<Constant> {
        self.items.get(id.index()).map(|item| item.1)
    }

    /// Elements of an aggregate or operands of an address.
    #[inline]
    pub fn operands(&self, span: Span<ValueId>) -> &[ValueId] {
        self.operands.get(span)
    }

    /// Words of numbers.
    pub fn words(&self, span: Span<u64>) -> &[u64] {
        self.words.get(span)
    }

    /// Bytes of strings.
    pub fn text(&self, text: Text) -> &[u8] {
        self.texts.get(text)
    }

    /// Adds operands for a new constant.
    pub fn add_operands(&mut self, operands: impl IntoIterator<Item = ValueId>) -> Span<ValueId> {
        self.operands.add(operands)
    }

    /// Adds words for a new constant.
    pub fn add_words(&mut self, words: impl IntoIterator<Item = u64>) -> Span<u64> {
        self.words.add(words)
    }

    /// Adds bytes for a new constant.
    pub fn add_text(&mut self, text: impl IntoIterator<Item = u8>) -> Text {
        self.texts.add(text)
    }

    /// Calls `each` with every value that a constant refers to.
    pub fn references(&self, constant: Constant, mut each: impl FnMut(ValueId)) {
        match constant {
            Constant::Aggregate(span) | Constant::GetElementPtr { operands: span, .. } => {
                self.operands(span).iter().copied().for_each(each);
            }
            Constant::Cast { value, .. } => each(value),
            Constant::Binary { operands, .. }
            | Constant::Compare { operands, .. }
            | Constant::ExtractElement(operands) => operands.into_iter().for_each(each),
            Constant::Select(operands)
            | Constant::InsertElement(operands)
            | Constant::ShuffleVector(operands) => operands.into_iter().for_each(each),
            _ => {}
        }
    }
}
