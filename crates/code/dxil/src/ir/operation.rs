//! The words of instructions and constant expressions: operators, predicates, orderings, flags.

macro_rules! operators {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $code:literal $text:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$vmeta])* $variant),* }

        impl $name {
            /// All of them, in the order of their codes.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The word that assembly has for it.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text),* }
            }

            /// The number that records have for it.
            pub fn code(self) -> u64 {
                match self { $($name::$variant => $code),* }
            }
        }
    };
}

operators! {
    /// An operator with two operands of one type. Those of whole numbers and of floating point share codes.
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
        /// Quotient without signs.
        UDiv = 3 "udiv",
        /// Quotient.
        SDiv = 4 "sdiv",
        /// Quotient, floating point.
        FDiv = 4 "fdiv",
        /// Remainder without signs.
        URem = 5 "urem",
        /// Remainder.
        SRem = 6 "srem",
        /// Remainder, floating point.
        FRem = 6 "frem",
        /// Shift to the left.
        Shl = 7 "shl",
        /// Shift to the right, zeros enter.
        LShr = 8 "lshr",
        /// Shift to the right, the sign enters.
        AShr = 9 "ashr",
        /// Bits set in both.
        And = 10 "and",
        /// Bits set in one.
        Or = 11 "or",
        /// Bits that differ.
        Xor = 12 "xor",
    }
}

impl BinaryOp {
    /// The operator of a code, for operands of floating point or not.
    pub fn from_code(code: u64, float: bool) -> Option<BinaryOp> {
        let found = |op: &&BinaryOp| op.code() == code && op.is_float() == float;
        BinaryOp::ALL.iter().find(found).copied()
    }

    /// Whether its operands are numbers of floating point.
    pub fn is_float(self) -> bool {
        matches!(
            self,
            BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem
        )
    }
}

operators! {
    /// A conversion.
    CastOp {
        /// Upper bits are cut.
        Trunc = 0 "trunc",
        /// Zeros are added.
        ZExt = 1 "zext",
        /// The sign is repeated.
        SExt = 2 "sext",
        /// Floating point to a number without sign.
        FpToUi = 3 "fptoui",
        /// Floating point to a number with sign.
        FpToSi = 4 "fptosi",
        /// A number without sign to floating point.
        UiToFp = 5 "uitofp",
        /// A number with sign to floating point.
        SiToFp = 6 "sitofp",
        /// Floating point to a smaller one.
        FpTrunc = 7 "fptrunc",
        /// Floating point to a larger one.
        FpExt = 8 "fpext",
        /// A pointer to a number.
        PtrToInt = 9 "ptrtoint",
        /// A number to a pointer.
        IntToPtr = 10 "inttoptr",
        /// The same bits.
        BitCast = 11 "bitcast",
        /// A pointer to another address space.
        AddrSpaceCast = 12 "addrspacecast",
    }
}

impl CastOp {
    /// The conversion of a code.
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
        /// One is no number.
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
        /// Greater without signs.
        IntUgt = 34 "ugt",
        /// Greater or equal without signs.
        IntUge = 35 "uge",
        /// Less without signs.
        IntUlt = 36 "ult",
        /// Less or equal without signs.
        IntUle = 37 "ule",
        /// Greater.
        IntSgt = 38 "sgt",
        /// Greater or equal.
        IntSge = 39 "sge",
        /// Less.
        IntSlt = 40 "slt",
        /// Less or equal.
        IntSle = 41 "sle",
    }
}

impl Predicate {
    /// The comparison of a code.
    pub fn from_code(code: u64) -> Option<Predicate> {
        Predicate::ALL.iter().find(|op| op.code() == code).copied()
    }

    /// Whether it compares numbers of floating point.
    pub fn is_float(self) -> bool {
        self.code() < 16
    }
}

operators! {
    /// What an atomic operation does with the memory.
    RmwOp {
        /// Replaces it.
        Xchg = 0 "xchg",
        /// Adds.
        Add = 1 "add",
        /// Subtracts.
        Sub = 2 "sub",
        /// Keeps common bits.
        And = 3 "and",
        /// Keeps the bits that are not common.
        Nand = 4 "nand",
        /// Sets bits.
        Or = 5 "or",
        /// Flips bits.
        Xor = 6 "xor",
        /// Keeps the greater.
        Max = 7 "max",
        /// Keeps the lesser.
        Min = 8 "min",
        /// Keeps the greater without signs.
        UMax = 9 "umax",
        /// Keeps the lesser without signs.
        UMin = 10 "umin",
    }
}

impl RmwOp {
    /// The operation of a code.
    pub fn from_code(code: u64) -> Option<RmwOp> {
        RmwOp::ALL.get(usize::try_from(code).ok()?).copied()
    }
}

operators! {
    /// How an atomic operation is ordered with others.
    Ordering {
        /// It is not atomic.
        NotAtomic = 0 "not_atomic",
        /// No value out of thin air.
        Unordered = 1 "unordered",
        /// One order for each address.
        Monotonic = 2 "monotonic",
        /// Sees what was released.
        Acquire = 3 "acquire",
        /// Shows what was done.
        Release = 4 "release",
        /// Both.
        AcqRel = 5 "acq_rel",
        /// One order for all.
        SeqCst = 6 "seq_cst",
    }
}

impl Ordering {
    /// The ordering of a code.
    pub fn from_code(code: u64) -> Option<Ordering> {
        Ordering::ALL.get(usize::try_from(code).ok()?).copied()
    }
}

/// Bits that an operator states: what may be assumed of it.
///
/// Their meaning depends on the operator: [`NO_UNSIGNED_WRAP`](Flags::NO_UNSIGNED_WRAP) and
/// [`NO_SIGNED_WRAP`](Flags::NO_SIGNED_WRAP) for `add`, `sub`, `mul`, `shl`; [`EXACT`](Flags::EXACT) for `udiv`, `sdiv`,
/// `lshr`, `ashr`; the others for floating point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Flags(pub u8);

impl Flags {
    /// Nothing.
    pub const NONE: Flags = Flags(0);
    /// It does not overflow without signs.
    pub const NO_UNSIGNED_WRAP: Flags = Flags(1);
    /// It does not overflow with signs.
    pub const NO_SIGNED_WRAP: Flags = Flags(2);
    /// Nothing is left over.
    pub const EXACT: Flags = Flags(1);
    /// Algebra of real numbers holds: `fast`, which implies the other four.
    pub const FAST: Flags = Flags(1);
    /// No operand is a NaN.
    pub const NO_NANS: Flags = Flags(2);
    /// No operand is infinite.
    pub const NO_INFINITIES: Flags = Flags(4);
    /// The sign of zero means nothing.
    pub const NO_SIGNED_ZEROS: Flags = Flags(8);
    /// A division may be a multiplication by the reciprocal.
    pub const ALLOW_RECIPROCAL: Flags = Flags(16);

    /// Whether all bits of another are set.
    pub fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }
}
