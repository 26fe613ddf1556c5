//! Constants: of the module, and of each body.

use super::handle::{ConstantId, FunctionId, LabelId, TypeId, ValueId};
use super::operation::{BinaryOp, CastOp, Flags, Predicate};
use super::pool::{Pool, Span, Text};

/// A constant. Its type is the type of the value that it is. Runs are asked of the [`Constants`] that it stands in.
///
/// The forms are those of records: a zero can be [`Null`](Constant::Null) or [`Integer`](Constant::Integer) of 0. Compilers
/// write the former, and [`Typed::constant`](super::Typed::add_constant) makes it so.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Constant {
    /// Zero of any type: 0, 0.0, the null pointer, an aggregate of zeros.
    Null,
    /// Any value.
    Undef,
    /// A whole number of at most 64 bits, its sign extended to 64.
    Integer(i64),
    /// A whole number of more than 64 bits: words of 64 bits, the lowest first, as [`Constants::words`].
    Wide(Span<u64>),
    /// A number of floating point: its bits. 16, 32 or 64 of them.
    Float(u64),
    /// A number of floating point of 80 or 128 bits: its words as the record has them.
    WideFloat(Span<u64>),
    /// A structure, array or vector: its parts, as [`Constants::operands`].
    Aggregate(Span<ValueId>),
    /// An array of bytes, as [`Constants::text`].
    String(Text),
    /// An array of bytes that ends with a zero, which the text leaves out.
    CString(Text),
    /// An array or vector of numbers: bits of each, as [`Constants::words`].
    Data(Span<u64>),
    /// A conversion.
    Cast {
        /// Which.
        op: CastOp,
        /// Of what.
        value: ValueId,
    },
    /// An operator with two operands.
    Binary {
        /// Which.
        op: BinaryOp,
        /// What may be assumed.
        flags: Flags,
        /// Operands.
        operands: [ValueId; 2],
    },
    /// A comparison.
    Compare {
        /// Which.
        predicate: Predicate,
        /// Operands.
        operands: [ValueId; 2],
    },
    /// The address of a part.
    GetElementPtr {
        /// Whether it lies inside the whole.
        inbounds: bool,
        /// The type that the pointer points to.
        source: TypeId,
        /// The pointer and the indices, as [`Constants::operands`].
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
    /// The address of a basic block.
    BlockAddress {
        /// Its function.
        function: FunctionId,
        /// Which block.
        label: LabelId,
    },
    /// Assembly of the target; not in DXIL.
    InlineAsm {
        /// Assembly, as [`Constants::text`].
        assembly: Text,
        /// Constraints of its operands, as [`Constants::text`].
        constraints: Text,
        /// Whether it has effects.
        side_effects: bool,
        /// Whether it needs an aligned stack.
        align_stack: bool,
        /// Whether it is in Intel's syntax.
        intel: bool,
    },
}

/// Constants and what they are made of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Constants {
    /// The constants in the order of the file, each with the value that it is.
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

    /// Parts of an aggregate, operands of an address.
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

    /// Adds operands for a constant that is to be added.
    pub fn add_operands(&mut self, operands: impl IntoIterator<Item = ValueId>) -> Span<ValueId> {
        self.operands.add(operands)
    }

    /// Adds words for a constant that is to be added.
    pub fn add_words(&mut self, words: impl IntoIterator<Item = u64>) -> Span<u64> {
        self.words.add(words)
    }

    /// Adds bytes for a constant that is to be added.
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
