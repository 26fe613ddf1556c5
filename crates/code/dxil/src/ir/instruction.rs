//! Defines instructions.

use super::global::Alignment;
use super::handle::{AttributesId, LabelId, LocationId, MetadataId, TypeId, ValueId};
use super::operation::{BinaryOp, CastOp, Flags, Ordering, Predicate, RmwOp};
use super::pool::Span;

/// Operation of an instruction, with everything besides its value and block operands.
///
/// Each variant documents its [`operands`](Instruction::operands) and [`labels`](Instruction::labels).
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Op {
    /// A binary operator. Operands: left, right.
    Binary {
        /// Operator.
        op: BinaryOp,
        /// Wrap, exactness or fast-math flags.
        flags: Flags,
    },
    /// A conversion to the type of the instruction. Operand: value.
    Cast(CastOp),
    /// An element address. Operands: pointer, indices.
    GetElementPtr {
        /// True if the result is within bounds.
        inbounds: bool,
        /// Pointee type.
        source: TypeId,
    },
    /// Extracts an element of an aggregate. Operand: aggregate.
    ExtractValue {
        /// Path to the element, in [`Body::indices`](super::Body::indices).
        indices: Span<u32>,
    },
    /// Replaces an element of an aggregate. Operands: aggregate, element.
    InsertValue {
        /// Path to the element, in [`Body::indices`](super::Body::indices).
        indices: Span<u32>,
    },
    /// Selects a value. Operands: condition, value if true, value if false.
    Select,
    /// Extracts a vector element. Operands: vector, index.
    ExtractElement,
    /// Replaces a vector element. Operands: vector, element, index.
    InsertElement,
    /// Permutes the elements of two vectors. Operands: vector, vector, mask.
    ShuffleVector,
    /// A comparison. Operands: left, right.
    Compare {
        /// Predicate.
        predicate: Predicate,
        /// Fast-math flags, for floats.
        flags: Flags,
    },
    /// Returns. Operand: return value, if any.
    Return,
    /// Branches. Labels: target; or with a condition operand: target if true, target if false.
    Branch,
    /// Switches. Operands: value, then one constant per case. Labels: default, then one per case.
    Switch,
    /// Branches to an address. Operand: address. Labels: possible targets.
    IndirectBranch,
    /// Calls a function that may throw. Operands: function, arguments. Labels: normal, unwind.
    Invoke(Call),
    /// Resumes an exception. Operand: exception.
    Resume,
    /// Landing pad. Operands: one per clause.
    LandingPad {
        /// True for a cleanup.
        cleanup: bool,
        /// Per clause 0 for catch, 1 for filter, in [`Body::indices`](super::Body::indices).
        clauses: Span<u32>,
    },
    /// Unreachable.
    Unreachable,
    /// A phi. Operands and labels: pairs of value and predecessor.
    Phi,
    /// Allocates local memory. Operand: number of elements.
    Alloca {
        /// Element type.
        allocated: TypeId,
        /// Minimum alignment.
        alignment: Alignment,
        /// True if used as an `inalloca` argument.
        in_alloca: bool,
    },
    /// Loads. Operand: pointer.
    Load(Access),
    /// Stores. Operands: pointer, value.
    Store(Access),
    /// Compare-and-exchange. Operands: pointer, expected, new.
    CompareExchange {
        /// True if volatile.
        volatile: bool,
        /// True if it may fail spuriously.
        weak: bool,
        /// Ordering on success.
        success: Ordering,
        /// Ordering on failure.
        failure: Ordering,
        /// 1 if ordered with other threads, 0 with its own only.
        scope: u32,
    },
    /// Atomic read-modify-write. Operands: pointer, value.
    AtomicRmw {
        /// Operation on the memory.
        op: RmwOp,
        /// True if volatile.
        volatile: bool,
        /// Memory ordering.
        ordering: Ordering,
        /// 1 if ordered with other threads, 0 with its own only.
        scope: u32,
    },
    /// Memory fence.
    Fence {
        /// Memory ordering.
        ordering: Ordering,
        /// 1 if ordered with other threads, 0 with its own only.
        scope: u32,
    },
    /// Calls a function. Operands: function, arguments.
    Call(Call),
    /// Reads the next variadic argument. Operand: list.
    VaArg,
}

impl Op {
    /// Its word in a listing.
    pub fn name(self) -> &'static str {
        match self {
            Op::Binary { op, .. } => op.name(),
            Op::Cast(op) => op.name(),
            Op::GetElementPtr { .. } => "getelementptr",
            Op::ExtractValue { .. } => "extractvalue",
            Op::InsertValue { .. } => "insertvalue",
            Op::Select => "select",
            Op::ExtractElement => "extractelement",
            Op::InsertElement => "insertelement",
            Op::ShuffleVector => "shufflevector",
            Op::Compare { predicate, .. } if predicate.is_float() => "fcmp",
            Op::Compare { .. } => "icmp",
            Op::Return => "ret",
            Op::Branch => "br",
            Op::Switch => "switch",
            Op::IndirectBranch => "indirectbr",
            Op::Invoke(_) => "invoke",
            Op::Resume => "resume",
            Op::LandingPad { .. } => "landingpad",
            Op::Unreachable => "unreachable",
            Op::Phi => "phi",
            Op::Alloca { .. } => "alloca",
            Op::Load(_) => "load",
            Op::Store(_) => "store",
            Op::CompareExchange { .. } => "cmpxchg",
            Op::AtomicRmw { .. } => "atomicrmw",
            Op::Fence { .. } => "fence",
            Op::Call(_) => "call",
            Op::VaArg => "va_arg",
        }
    }
}

/// Properties of a load or store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// Guaranteed alignment.
    pub alignment: Alignment,
    /// True if volatile.
    pub volatile: bool,
    /// [`Ordering::NotAtomic`] for ordinary accesses.
    pub ordering: Ordering,
    /// For atomic accesses 1 if ordered with other threads, 0 with its own only.
    pub scope: u32,
}

impl Access {
    /// A non-atomic, non-volatile access.
    pub fn plain(alignment: Alignment) -> Access {
        Access { alignment, volatile: false, ordering: Ordering::NotAtomic, scope: 0 }
    }

    /// True if atomic.
    pub fn is_atomic(self) -> bool {
        self.ordering != Ordering::NotAtomic
    }
}

glassbox_core::named! {
    /// Tail-call marker. Source: LLVM 3.7 bitcode, bits 0 and 14 of a call's flags.
    pub enum Tail: u8 {
        /// Unspecified.
        NONE = 0 "",
        /// Allowed.
        TAIL = 1 "tail",
        /// Required.
        MUST_TAIL = 2 "musttail",
        /// Forbidden; later than LLVM 3.7.
        NO_TAIL = 3 "notail",
    }
}

/// Properties of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    /// Type of the callee.
    pub function_type: TypeId,
    /// Attributes of the call site.
    pub attributes: Option<AttributesId>,
    /// Calling convention: 0 C, 8 fast.
    pub calling_convention: u32,
    /// Tail-call marker; not for [`Op::Invoke`].
    pub tail: Tail,
    /// Fast-math flags of the result; later than LLVM 3.7.
    pub flags: Flags,
}

impl Call {
    /// A call with the C convention and defaults otherwise.
    pub fn new(function_type: TypeId) -> Call {
        Call { function_type, attributes: None, calling_convention: 0, tail: Tail::NONE, flags: Flags::NONE }
    }
}

/// An instruction. Spans refer to its [`Body`](super::Body).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Instruction {
    /// Operation.
    pub op: Op,
    /// Result type; void if none.
    pub ty: TypeId,
    /// Result, one of [`Body::locals`](super::Body::locals).
    pub result: Option<ValueId>,
    /// Value operands, in [`Body::operands`](super::Body::operands).
    pub operands: Span<ValueId>,
    /// Block operands, in [`Body::labels`](super::Body::labels).
    pub labels: Span<LabelId>,
    /// Source location.
    pub location: Option<LocationId>,
}

impl Instruction {
    /// True for terminators.
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

    /// Call properties of a `call` or `invoke`.
    pub fn call(&self) -> Option<Call> {
        match self.op {
            Op::Call(call) | Op::Invoke(call) => Some(call),
            _ => None,
        }
    }
}

/// A source location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Location {
    /// Line, counted from 1.
    pub line: u32,
    /// Column, counted from 1; 0 for none.
    pub column: u32,
    /// Enclosing function or lexical block.
    pub scope: Option<MetadataId>,
    /// Call site it was inlined at.
    pub inlined_at: Option<MetadataId>,
}
