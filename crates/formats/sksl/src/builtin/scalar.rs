//! Scalars: what numbers and truth values there are, and how they rank.

/// A scalar type, the two types of literals included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// `float`, 32 bits.
    Float,
    /// `half`, 16 bits.
    Half,
    /// `$floatLiteral`, the type of a float literal that nothing has forced into another one.
    FloatLiteral,
    /// `int`, 32 bits.
    Int,
    /// `uint`, 32 bits.
    Uint,
    /// `$intLiteral`, the type of an int literal that nothing has forced into another one.
    IntLiteral,
    /// `short`, 16 bits.
    Short,
    /// `ushort`, 16 bits.
    Ushort,
    /// `bool`.
    Bool,
}

/// What kind of number a scalar is. Nothing converts from one kind to another without being asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NumberKind {
    /// Floating point.
    Float,
    /// Signed integer.
    Signed,
    /// Unsigned integer.
    Unsigned,
    /// Boolean, which is no number.
    Boolean,
}

impl Scalar {
    /// Every scalar.
    pub const ALL: [Scalar; 9] = [
        Scalar::Float,
        Scalar::Half,
        Scalar::FloatLiteral,
        Scalar::Int,
        Scalar::Uint,
        Scalar::IntLiteral,
        Scalar::Short,
        Scalar::Ushort,
        Scalar::Bool,
    ];

    /// Name of the type.
    pub const fn name(self) -> &'static str {
        match self {
            Scalar::Float => "float",
            Scalar::Half => "half",
            Scalar::FloatLiteral => "$floatLiteral",
            Scalar::Int => "int",
            Scalar::Uint => "uint",
            Scalar::IntLiteral => "$intLiteral",
            Scalar::Short => "short",
            Scalar::Ushort => "ushort",
            Scalar::Bool => "bool",
        }
    }

    /// What kind of number it is.
    pub const fn kind(self) -> NumberKind {
        match self {
            Scalar::Float | Scalar::Half | Scalar::FloatLiteral => NumberKind::Float,
            Scalar::Int | Scalar::Short | Scalar::IntLiteral => NumberKind::Signed,
            Scalar::Uint | Scalar::Ushort => NumberKind::Unsigned,
            Scalar::Bool => NumberKind::Boolean,
        }
    }

    /// Rank among the numbers: converting upwards loses nothing, converting downwards narrows.
    pub const fn priority(self) -> u32 {
        match self {
            Scalar::Float => 10,
            Scalar::Half => 9,
            Scalar::FloatLiteral => 8,
            Scalar::Int => 7,
            Scalar::Uint => 6,
            Scalar::IntLiteral => 5,
            Scalar::Short => 4,
            Scalar::Ushort => 3,
            Scalar::Bool => 0,
        }
    }

    /// Width in bits; none for the types of literals.
    pub const fn bits(self) -> Option<u32> {
        match self {
            Scalar::Float | Scalar::Int | Scalar::Uint => Some(32),
            Scalar::Half | Scalar::Short | Scalar::Ushort => Some(16),
            Scalar::Bool => Some(1),
            Scalar::FloatLiteral | Scalar::IntLiteral => None,
        }
    }

    /// Whether it is a number, that is, anything but `bool`.
    pub const fn is_number(self) -> bool {
        !matches!(self, Scalar::Bool)
    }

    /// Whether it is an integer, signed or not.
    pub const fn is_integer(self) -> bool {
        matches!(self.kind(), NumberKind::Signed | NumberKind::Unsigned)
    }

    /// Whether it is a floating-point number.
    pub const fn is_float(self) -> bool {
        matches!(self.kind(), NumberKind::Float)
    }

    /// Whether it is the type of a literal.
    pub const fn is_literal(self) -> bool {
        matches!(self, Scalar::FloatLiteral | Scalar::IntLiteral)
    }

    /// The type that a literal takes where nothing else asks for one; the others stay what they are.
    pub const fn settled(self) -> Scalar {
        match self {
            Scalar::FloatLiteral => Scalar::Float,
            Scalar::IntLiteral => Scalar::Int,
            other => other,
        }
    }

    /// The values that an integer type holds; none for other types. A literal may hold what either 32-bit type holds.
    pub const fn range(self) -> Option<(i64, i64)> {
        match self {
            Scalar::Int => Some((i32::MIN as i64, i32::MAX as i64)),
            Scalar::Uint => Some((0, u32::MAX as i64)),
            Scalar::IntLiteral => Some((i32::MIN as i64, u32::MAX as i64)),
            Scalar::Short => Some((i16::MIN as i64, i16::MAX as i64)),
            Scalar::Ushort => Some((0, u16::MAX as i64)),
            _ => None,
        }
    }
}

impl std::fmt::Display for Scalar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
