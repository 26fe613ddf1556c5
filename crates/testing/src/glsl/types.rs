//! Types of generated programs.

use std::fmt;

/// Type of components.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scalar {
    Bool,
    Int,
    Uint,
    Float,
}

impl Scalar {
    pub(super) const ALL: [Scalar; 4] = [Scalar::Bool, Scalar::Int, Scalar::Uint, Scalar::Float];

    fn word(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::Int => "int",
            Scalar::Uint => "uint",
            Scalar::Float => "float",
        }
    }

    fn prefix(self) -> &'static str {
        match self {
            Scalar::Bool => "b",
            Scalar::Int => "i",
            Scalar::Uint => "u",
            Scalar::Float => "",
        }
    }
}

/// A scalar, vector or matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Type {
    Scalar(Scalar),
    Vector(Scalar, u8),
    /// Columns and rows.
    Matrix(u8, u8),
}

impl Type {
    pub(super) const BOOL: Type = Type::Scalar(Scalar::Bool);
    pub(super) const INT: Type = Type::Scalar(Scalar::Int);
    pub(super) const FLOAT: Type = Type::Scalar(Scalar::Float);
    pub(super) const VEC4: Type = Type::Vector(Scalar::Float, 4);

    pub(super) fn vector(scalar: Scalar, count: u8) -> Type {
        if count == 1 { Type::Scalar(scalar) } else { Type::Vector(scalar, count) }
    }

    pub(super) fn scalar(self) -> Scalar {
        match self {
            Type::Scalar(scalar) | Type::Vector(scalar, _) => scalar,
            Type::Matrix(..) => Scalar::Float,
        }
    }

    /// Number of components of a scalar or vector; 0 of a matrix.
    pub(super) fn count(self) -> u8 {
        match self {
            Type::Scalar(_) => 1,
            Type::Vector(_, count) => count,
            Type::Matrix(..) => 0,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Scalar(scalar) => f.write_str(scalar.word()),
            Type::Vector(scalar, count) => write!(f, "{}vec{count}", scalar.prefix()),
            Type::Matrix(columns, rows) if columns == rows => write!(f, "mat{columns}"),
            Type::Matrix(columns, rows) => write!(f, "mat{columns}x{rows}"),
        }
    }
}
