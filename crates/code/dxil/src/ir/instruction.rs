//! Instructions.

use super::global::Alignment;
use super::handle::{AttributesId, LabelId, LocationId, MetadataId, TypeId, ValueId};
use super::operation::{BinaryOp, CastOp, Flags, Ordering, Predicate, RmwOp};
use super::pool::Span;

/// What an instruction does, with what it states besides values and blocks.
///
/// The order of [`operands`](Instruction::operands) and [`labels`](Instruction::labels) stands at each.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Op {
    /// An operator. Operands: left, right.
    Binary {
        /// Which.
        op: BinaryOp,
        /// What may be assumed.
        flags: Flags,
    },
    /// A conversion to the type of the instruction. Operand: the value.
    Cast(CastOp),
    /// The address of a part. Operands: pointer, indices.
    GetElementPtr {
        /// Whether it lies inside the whole.
        inbounds: bool,
        /// The type that the pointer points to.
        source: TypeId,
    },
    /// A part of an aggregate. Operand: the aggregate.
    ExtractValue {
        /// The way to the part, see [`Body::indices`](super::Body::indices).
        indices: Span<u32>,
    },
    /// An aggregate with another part. Operands: aggregate, part.
    InsertValue {
        /// The way to the part, see [`Body::indices`](super::Body::indices).
        indices: Span<u32>,
    },
    /// One of two values. Operands: condition, value for true, value for false.
    Select,
    /// An element of a vector. Operands: vector, index.
    ExtractElement,
    /// A vector with another element. Operands: vector, element, index.
    InsertElement,
    /// Elements of two vectors. Operands: vector, vector, mask.
    ShuffleVector,
    /// A comparison. Operands: left, right.
    Compare {
        /// Which.
        predicate: Predicate,
        /// What may be assumed, for floating point.
        flags: Flags,
    },
    /// The end of the function. Operand: what it returns, if anything.
    Return,
    /// A jump. Labels: where to; with a condition as operand: where to when it is true, where to when not.
    Branch,
    /// A jump by value. Operands: the value, then one constant a case. Labels: the default, then one a case.
    Switch,
    /// A jump to an address. Operand: the address. Labels: where it may lead.
    IndirectBranch,
    /// A call that may throw. Operands: the function, arguments. Labels: normal, exception.
    Invoke(Call),
    /// Throws on. Operand: the exception.
    Resume,
    /// Where exceptions arrive. Operands: one for each clause.
    LandingPad {
        /// Whether it is entered for any exception.
        cleanup: bool,
        /// For each clause whether it is a filter (1) or a catch (0), see [`Body::indices`](super::Body::indices).
        clauses: Span<u32>,
    },
    /// Is never reached.
    Unreachable,
    /// A value that depends on where control came from. Operands and labels: value and block, pair by pair.
    Phi,
    /// Local memory. Operand: number of elements.
    Alloca {
        /// Type of an element.
        allocated: TypeId,
        /// Alignment.
        alignment: Alignment,
        /// Whether it is for arguments of a call.
        in_alloca: bool,
    },
    /// Reads memory. Operand: pointer.
    Load(Access),
    /// Writes memory. Operands: pointer, value.
    Store(Access),
    /// Replaces a value that is as expected. Operands: pointer, expected, new.
    CompareExchange {
        /// Whether the access is volatile.
        volatile: bool,
        /// Whether it may fail without reason.
        weak: bool,
        /// Ordering when it succeeds.
        success: Ordering,
        /// Ordering when it fails.
        failure: Ordering,
        /// Whether it is ordered with other threads (1) or only its own (0).
        scope: u32,
    },
    /// Changes memory at once. Operands: pointer, value.
    AtomicRmw {
        /// How.
        op: RmwOp,
        /// Whether the access is volatile.
        volatile: bool,
        /// Ordering.
        ordering: Ordering,
        /// Whether it is ordered with other threads (1) or only its own (0).
        scope: u32,
    },
    /// Orders accesses.
    Fence {
        /// Ordering.
        ordering: Ordering,
        /// Whether it is ordered with other threads (1) or only its own (0).
        scope: u32,
    },
    /// A call. Operands: the function, arguments.
    Call(Call),
    /// The next of the arguments of a function with any number of them. Operand: the list.
    VaArg,
}

/// How memory is read or written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// Alignment.
    pub alignment: Alignment,
    /// Whether the access has to happen.
    pub volatile: bool,
    /// Ordering; [`Ordering::NotAtomic`] for ordinary accesses.
    pub ordering: Ordering,
    /// For atomic accesses, whether it is ordered with other threads (1) or only its own (0).
    pub scope: u32,
}

impl Access {
    /// An ordinary access.
    pub fn plain(alignment: Alignment) -> Access {
        Access {
            alignment,
            volatile: false,
            ordering: Ordering::NotAtomic,
            scope: 0,
        }
    }

    /// Whether it is atomic.
    pub fn is_atomic(self) -> bool {
        self.ordering != Ordering::NotAtomic
    }
}

glassbox_core::named! {
    /// Whether a call may take over the frame of its caller. Source: LLVM 3.7 bitcode, bits 0 and 14 of a call's flags.
    pub enum Tail: u8 {
        /// Nothing is stated.
        NONE = 0 "",
        /// It may.
        TAIL = 1 "tail",
        /// It has to.
        MUST_TAIL = 2 "musttail",
        /// It must not; later than LLVM 3.7.
        NO_TAIL = 3 "notail",
    }
}

/// How a function is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    /// The type of the function.
    pub function_type: TypeId,
    /// Attributes of the call.
    pub attributes: Option<AttributesId>,
    /// Calling convention: 0 for C, 8 for fast.
    pub calling_convention: u32,
    /// Whether it may take over the frame; not for [`Op::Invoke`].
    pub tail: Tail,
    /// What may be assumed of a result of floating point; later than LLVM 3.7.
    pub flags: Flags,
}

impl Call {
    /// A call of the C convention with nothing else stated.
    pub fn new(function_type: TypeId) -> Call {
        Call {
            function_type,
            attributes: None,
            calling_convention: 0,
            tail: Tail::NONE,
            flags: Flags::NONE,
        }
    }
}

/// An instruction. Runs are asked of its [`Body`](super::Body).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Instruction {
    /// What it does.
    pub op: Op,
    /// The type of its result; void when it has none.
    pub ty: TypeId,
    /// The value that it makes, one of [`Body::locals`](super::Body::locals).
    pub result: Option<ValueId>,
    /// Values, see [`Body::operands`](super::Body::operands).
    pub operands: Span<ValueId>,
    /// Basic blocks, see [`Body::labels`](super::Body::labels).
    pub labels: Span<LabelId>,
    /// Where it comes from.
    pub location: Option<LocationId>,
}

impl Instruction {
    /// Whether it ends a basic block.
    pub fn is_terminator(&self) -> bool {
        matches!(
            self.op,
            Op::Return
                | Op::Branch
                | Op::Switch
                | Op::IndirectBranch
                | Op::Invoke(_)
                | Op::Resume
                | Op::Unreachable
        )
    }

    /// The call that it is, by `call` or `invoke`.
    pub fn call(&self) -> Option<Call> {
        match self.op {
            Op::Call(call) | Op::Invoke(call) => Some(call),
            _ => None,
        }
    }
}

/// A place in source code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Location {
    /// Line, counted from 1.
    pub line: u32,
    /// Column, counted from 1; 0 for none.
    pub column: u32,
    /// The function or block.
    pub scope: Option<MetadataId>,
    /// Where it was inlined.
    pub inlined_at: Option<MetadataId>,
}
