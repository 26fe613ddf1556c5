//! Defines operators, predicates, orderings and flags of instructions and constant expressions.

macro_rules! operators {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $code:literal $text:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$vmeta])* $variant),* }

        impl $name {
            /// All variants, in code order.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// Keyword in assembly.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text),* }
            }

            /// Code in records.
            pub fn code(self) -> u64 {
                match self { $($name::$variant => $code),* }
            }
        }
    };
}

operators! {
    /// A binary operator. Integer and float operators share codes.
    BinaryOp {
        /// Sum.
        Add = 0 "add",
        /// Sum, floating point.
        FAdd = 0 "fadd",
        /// Difference.
        Sub = 1 "sub",
        /// Difference, floating point.
        FSub = 1 "fsub",
        /// Product.
        Mul = 2 "mul",
        /// Product, floating point.
        FMul = 2 "fmul",
        /// Unsigned quotient.
        UDiv = 3 "udiv",
        /// Signed quotient.
        SDiv = 4 "sdiv",
        /// Quotient, floating point.
        FDiv = 4 "fdiv",
        /// Unsigned remainder.
        URem = 5 "urem",
        /// Signed remainder.
        SRem = 6 "srem",
        /// Remainder, floating point.
        FRem = 6 "frem",
        /// Left shift.
        Shl = 7 "shl",
        /// Logical right shift.
        LShr = 8 "lshr",
        /// Arithmetic right shift.
        AShr = 9 "ashr",
        /// Bitwise and.
        And = 10 "and",
        /// Bitwise or.
        Or = 11 "or",
        /// Bitwise exclusive or.
        Xor = 12 "xor",
    }
}

impl BinaryOp {
    /// Operator with this code, for float or integer operands.
    pub fn from_code(code: u64, float: bool) -> Option<BinaryOp> {
        let found = |op: &&BinaryOp| op.code() == code && op.is_float() == float;
        BinaryOp::ALL.iter().find(found).copied()
    }

    /// True for float operators.
    pub fn is_float(self) -> bool {
        matches!(self, BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem)
    }
}

operators! {
    /// A conversion.
    CastOp {
        /// Truncates an integer.
        Trunc = 0 "trunc",
        /// Zero-extends.
        ZExt = 1 "zext",
        /// Sign-extends.
        SExt = 2 "sext",
        /// Float to unsigned integer.
        FpToUi = 3 "fptoui",
        /// Float to signed integer.
        FpToSi = 4 "fptosi",
        /// Unsigned integer to float.
        UiToFp = 5 "uitofp",
        /// Signed integer to float.
        SiToFp = 6 "sitofp",
        /// Float to smaller float.
        FpTrunc = 7 "fptrunc",
        /// Float to larger float.
        FpExt = 8 "fpext",
        /// Pointer to integer.
        PtrToInt = 9 "ptrtoint",
        /// Integer to pointer.
        IntToPtr = 10 "inttoptr",
        /// Reinterprets the bits.
        BitCast = 11 "bitcast",
        /// A pointer to another address space.
        AddrSpaceCast = 12 "addrspacecast",
    }
}

impl CastOp {
    /// Conversion with this code.
    pub fn from_code(code: u64) -> Option<CastOp> {
        CastOp::ALL.get(usize::try_from(code).ok()?).copied()
    }
}

operators! {
    /// A comparison.
    Predicate {
        /// Never.
        False = 0 "false",
        /// Ordered and equal.
        Oeq = 1 "oeq",
        /// Ordered and greater.
        Ogt = 2 "ogt",
        /// Ordered and greater or equal.
        Oge = 3 "oge",
        /// Ordered and less.
        Olt = 4 "olt",
        /// Ordered and less or equal.
        Ole = 5 "ole",
        /// Ordered and different.
        One = 6 "one",
        /// Both are numbers.
        Ord = 7 "ord",
        /// At least one is a NaN.
        Uno = 8 "uno",
        /// Unordered or equal.
        Ueq = 9 "ueq",
        /// Unordered or greater.
        Ugt = 10 "ugt",
        /// Unordered or greater or equal.
        Uge = 11 "uge",
        /// Unordered or less.
        Ult = 12 "ult",
        /// Unordered or less or equal.
        Ule = 13 "ule",
        /// Unordered or different.
        Une = 14 "une",
        /// Always.
        True = 15 "true",
        /// Equal.
        IntEq = 32 "eq",
        /// Different.
        IntNe = 33 "ne",
        /// Unsigned greater.
        IntUgt = 34 "ugt",
        /// Unsigned greater or equal.
        IntUge = 35 "uge",
        /// Unsigned less.
        IntUlt = 36 "ult",
        /// Unsigned less or equal.
        IntUle = 37 "ule",
        /// Signed greater.
        IntSgt = 38 "sgt",
        /// Signed greater or equal.
        IntSge = 39 "sge",
        /// Signed less.
        IntSlt = 40 "slt",
        /// Signed less or equal.
        IntSle = 41 "sle",
    }
}

impl Predicate {
    /// Predicate with this code.
    pub fn from_code(code: u64) -> Option<Predicate> {
        Predicate::ALL.iter().find(|op| op.code() == code).copied()
    }

    /// True for float predicates.
    pub fn is_float(self) -> bool {
        self.code() < 16
    }
}

operators! {
    /// Atomic read-modify-write operation.
    RmwOp {
        /// Exchange.
        Xchg = 0 "xchg",
        /// Adds.
        Add = 1 "add",
        /// Subtracts.
        Sub = 2 "sub",
        /// Bitwise and.
        And = 3 "and",
        /// Bitwise nand.
        Nand = 4 "nand",
        /// Bitwise or.
        Or = 5 "or",
        /// Bitwise exclusive or.
        Xor = 6 "xor",
        /// Signed maximum.
        Max = 7 "max",
        /// Signed minimum.
        Min = 8 "min",
        /// Unsigned maximum.
        UMax = 9 "umax",
        /// Unsigned minimum.
        UMin = 10 "umin",
    }
}

impl RmwOp {
    /// Operation with this code.
    pub fn from_code(code: u64) -> Option<RmwOp> {
        RmwOp::ALL.get(usize::try_from(code).ok()?).copied()
    }
}

operators! {
    /// Atomic memory ordering.
    Ordering {
        /// Not atomic.
        NotAtomic = 0 "not_atomic",
        /// No value out of thin air.
        Unordered = 1 "unordered",
        /// Total order per address.
        Monotonic = 2 "monotonic",
        /// Synchronizes with a release.
        Acquire = 3 "acquire",
        /// Publishes earlier writes to an acquire.
        Release = 4 "release",
        /// Acquire and release.
        AcqRel = 5 "acq_rel",
        /// Single total order.
        SeqCst = 6 "seq_cst",
    }
}

impl Ordering {
    /// Ordering with this code.
    pub fn from_code(code: u64) -> Option<Ordering> {
        Ordering::ALL.get(usize::try_from(code).ok()?).copied()
    }
}

/// Flags of an operator.
///
/// Their meaning depends on the operator: [`NO_UNSIGNED_WRAP`](Flags::NO_UNSIGNED_WRAP) and
/// [`NO_SIGNED_WRAP`](Flags::NO_SIGNED_WRAP) for `add`, `sub`, `mul`, `shl`; [`EXACT`](Flags::EXACT) for
/// `udiv`, `sdiv`, `lshr`, `ashr`; the others for floats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Flags(pub u8);

impl Flags {
    /// No flags.
    pub const NONE: Flags = Flags(0);
    /// No unsigned overflow (`nuw`).
    pub const NO_UNSIGNED_WRAP: Flags = Flags(1);
    /// No signed overflow (`nsw`).
    pub const NO_SIGNED_WRAP: Flags = Flags(2);
    /// No remainder (`exact`).
    pub const EXACT: Flags = Flags(1);
    /// All fast-math assumptions (`fast`); implies the other four.
    pub const FAST: Flags = Flags(1);
    /// No NaNs (`nnan`).
    pub const NO_NANS: Flags = Flags(2);
    /// No infinities (`ninf`).
    pub const NO_INFINITIES: Flags = Flags(4);
    /// Sign of zero is insignificant (`nsz`).
    pub const NO_SIGNED_ZEROS: Flags = Flags(8);
    /// May multiply by the reciprocal instead of dividing (`arcp`).
    pub const ALLOW_RECIPROCAL: Flags = Flags(16);

    /// True if all bits of `other` are set.
    pub fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }
}
