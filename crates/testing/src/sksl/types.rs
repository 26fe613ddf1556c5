//! Types used by random programs.

/// A scalar type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scalar {
    Float,
    Half,
    Int,
    Uint,
    Short,
    Bool,
}

impl Scalar {
    pub(super) fn name(self) -> &'static str {
        match self {
            Scalar::Float => "float",
            Scalar::Half => "half",
            Scalar::Int => "int",
            Scalar::Uint => "uint",
            Scalar::Short => "short",
            Scalar::Bool => "bool",
        }
    }

    pub(super) fn is_float(self) -> bool {
        matches!(self, Scalar::Float | Scalar::Half)
    }

    pub(super) fn is_integer(self) -> bool {
        matches!(self, Scalar::Int | Scalar::Uint | Scalar::Short)
    }
}

/// Type other than arrays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Type {
    /// Scalar for width 1, vector for 2 to 4.
    Vector(Scalar, u32),
    /// Columns and rows.
    Matrix(Scalar, u32, u32),
    /// Index of a struct.
    Struct(usize),
}

pub(super) const FLOAT: Type = Type::Vector(Scalar::Float, 1);
pub(super) const FLOAT2: Type = Type::Vector(Scalar::Float, 2);
pub(super) const INT: Type = Type::Vector(Scalar::Int, 1);
pub(super) const BOOL: Type = Type::Vector(Scalar::Bool, 1);
pub(super) const HALF4: Type = Type::Vector(Scalar::Half, 4);
pub(super) const FLOAT4: Type = Type::Vector(Scalar::Float, 4);

impl Type {
    /// Component type.
    pub(super) fn scalar(self) -> Option<Scalar> {
        match self {
            Type::Vector(scalar, _) | Type::Matrix(scalar, ..) => Some(scalar),
            Type::Struct(_) => None,
        }
    }

    /// Same shape with another component type.
    pub(super) fn of(self, scalar: Scalar) -> Type {
        match self {
            Type::Vector(_, width) => Type::Vector(scalar, width),
            Type::Matrix(_, columns, rows) => Type::Matrix(scalar, columns, rows),
            other => other,
        }
    }

    /// SkSL name; structs are named elsewhere.
    pub(super) fn name(self) -> String {
        match self {
            Type::Vector(scalar, 1) => scalar.name().to_owned(),
            Type::Vector(scalar, width) => format!("{}{width}", scalar.name()),
            Type::Matrix(scalar, columns, rows) => format!("{}{columns}x{rows}", scalar.name()),
            Type::Struct(number) => format!("S{number}"),
        }
    }

    /// GLSL name, if it has one.
    pub(super) fn glsl_name(self) -> Option<String> {
        Some(match self {
            Type::Vector(Scalar::Float, width @ 2..) => format!("vec{width}"),
            Type::Vector(Scalar::Int, width @ 2..) => format!("ivec{width}"),
            Type::Vector(Scalar::Bool, width @ 2..) => format!("bvec{width}"),
            Type::Matrix(Scalar::Float, columns, rows) if columns == rows => format!("mat{columns}"),
            Type::Matrix(Scalar::Float, columns, rows) => format!("mat{columns}x{rows}"),
            _ => return None,
        })
    }

    /// Number of scalars; 1 for a struct.
    pub(super) fn slots(self) -> u32 {
        match self {
            Type::Vector(_, width) => width,
            Type::Matrix(_, columns, rows) => columns * rows,
            Type::Struct(_) => 1,
        }
    }
}
