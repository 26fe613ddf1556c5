//! Defines the scalar types and their ranks.

/// A scalar type, including the two literal types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// `float`, 32 bits.
    Float,
    /// `half`, 16 bits.
    Half,
    /// `$floatLiteral`, the type of an unconverted float literal.
    FloatLiteral,
    /// `int`, 32 bits.
    Int,
    /// `uint`, 32 bits.
    Uint,
    /// `$intLiteral`, the type of an unconverted int literal.
    IntLiteral,
    /// `short`, 16 bits.
    Short,
    /// `ushort`, 16 bits.
    Ushort,
    /// `bool`.
    Bool,
}

/// Number class of a scalar. There are no implicit conversions between classes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NumberKind {
    /// Floating point.
    Float,
    /// Signed integer.
    Signed,
    /// Unsigned integer.
    Unsigned,
    /// Boolean; not a number.
    Boolean,
}

impl Scalar {
    /// All scalars.
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

    /// Number class.
    pub const fn kind(self) -> NumberKind {
        match self {
            Scalar::Float | Scalar::Half | Scalar::FloatLiteral => NumberKind::Float,
            Scalar::Int | Scalar::Short | Scalar::IntLiteral => NumberKind::Signed,
            Scalar::Uint | Scalar::Ushort => NumberKind::Unsigned,
            Scalar::Bool => NumberKind::Boolean,
        }
    }

    /// Conversion rank: converting upwards is lossless, downwards narrowing.
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

    /// Width in bits; `None` for literal types.
    pub const fn bits(self) -> Option<u32> {
        match self {
            Scalar::Float | Scalar::Int | Scalar::Uint => Some(32),
            Scalar::Half | Scalar::Short | Scalar::Ushort => Some(16),
            Scalar::Bool => Some(1),
            Scalar::FloatLiteral | Scalar::IntLiteral => None,
        }
    }

    /// True for anything but `bool`.
    pub const fn is_number(self) -> bool {
        !matches!(self, Scalar::Bool)
    }

    /// True for integers, signed or unsigned.
    pub const fn is_integer(self) -> bool {
        matches!(self.kind(), NumberKind::Signed | NumberKind::Unsigned)
    }

    /// True for floating-point numbers.
    pub const fn is_float(self) -> bool {
        matches!(self.kind(), NumberKind::Float)
    }

    /// True for literal types.
    pub const fn is_literal(self) -> bool {
        matches!(self, Scalar::FloatLiteral | Scalar::IntLiteral)
    }

    /// Default type of a literal; other types are returned unchanged.
    pub const fn settled(self) -> Scalar {
        match self {
            Scalar::FloatLiteral => Scalar::Float,
            Scalar::IntLiteral => Scalar::Int,
            other => other,
        }
    }

    /// Value range of an integer type; `None` for other types. A literal covers both 32-bit types.
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
