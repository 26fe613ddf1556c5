//! Types, by section 3 of the language's description.

use super::Writer;

/// A scalar.
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
    pub(super) const fn name(self) -> &'static str {
        match self {
            Scalar::Float => "float",
            Scalar::Half => "half",
            Scalar::Int => "int",
            Scalar::Uint => "uint",
            Scalar::Short => "short",
            Scalar::Bool => "bool",
        }
    }

    pub(super) const fn is_float(self) -> bool {
        matches!(self, Scalar::Float | Scalar::Half)
    }

    pub(super) const fn is_integer(self) -> bool {
        matches!(self, Scalar::Int | Scalar::Uint | Scalar::Short)
    }
}

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Type {
    Scalar(Scalar),
    Vector(Scalar, u32),
    /// Columns and rows.
    Matrix(Scalar, u32, u32),
    Array(Box<Type>, u32),
    /// The number of a struct.
    Struct(usize),
}

impl Type {
    pub(super) const BOOL: Type = Type::Scalar(Scalar::Bool);
    pub(super) const INT: Type = Type::Scalar(Scalar::Int);
    pub(super) const HALF4: Type = Type::Vector(Scalar::Half, 4);

    pub(super) const fn scalar(&self) -> Option<Scalar> {
        match self {
            Type::Scalar(scalar) | Type::Vector(scalar, _) | Type::Matrix(scalar, ..) => Some(*scalar),
            _ => None,
        }
    }

    /// A vector, or a scalar for one component.
    pub(super) const fn vector(scalar: Scalar, width: u32) -> Type {
        match width {
            1 => Type::Scalar(scalar),
            _ => Type::Vector(scalar, width),
        }
    }

    pub(super) const fn width(&self) -> u32 {
        match self {
            Type::Scalar(_) => 1,
            Type::Vector(_, width) => *width,
            _ => 0,
        }
    }
}

impl Writer<'_> {
    /// The name of a type; of an array that of its elements.
    pub(super) fn type_name(&mut self, ty: &Type) -> String {
        match ty {
            Type::Scalar(scalar) => scalar.name().to_owned(),
            Type::Vector(scalar, width) => match (scalar, self.one_in(6)) {
                (Scalar::Float, true) => format!("vec{width}"),
                (Scalar::Int, true) => format!("ivec{width}"),
                (Scalar::Bool, true) => format!("bvec{width}"),
                _ => format!("{}{width}", scalar.name()),
            },
            Type::Matrix(scalar, columns, rows) => match (scalar, columns == rows && self.one_in(4)) {
                (Scalar::Float, true) => format!("mat{columns}"),
                _ => format!("{}{columns}x{rows}", scalar.name()),
            },
            Type::Array(element, _) => self.type_name(element),
            Type::Struct(index) => self.structs.get(*index).map_or_else(String::new, |known| known.name.clone()),
        }
    }

    /// A type with a name: `float[2] a` and `float a[2]` are the same.
    pub(super) fn typed(&mut self, ty: &Type, name: &str) -> String {
        let base = self.type_name(ty);
        match ty {
            Type::Array(_, count) if self.one_in(4) => format!("{base}[{count}] {name}"),
            Type::Array(_, count) => format!("{base} {name}[{count}]"),
            _ => format!("{base} {name}"),
        }
    }

    pub(super) fn number_scalar(&mut self) -> Scalar {
        match self.below(10) {
            0..=3 => Scalar::Float,
            4..=6 => Scalar::Half,
            7 => Scalar::Uint,
            8 => Scalar::Short,
            _ => Scalar::Int,
        }
    }

    /// A type without arrays and structs.
    pub(super) fn plain_type(&mut self) -> Type {
        match self.below(12) {
            0 => Type::BOOL,
            1 => Type::vector(Scalar::Bool, 2 + self.below(3)),
            2 => self.matrix_type(),
            3..=6 => Type::Scalar(self.number_scalar()),
            _ => Type::vector(self.number_scalar(), 2 + self.below(3)),
        }
    }

    pub(super) fn matrix_type(&mut self) -> Type {
        let scalar = match self.one_in(2) {
            true => Scalar::Float,
            false => Scalar::Half,
        };
        Type::Matrix(scalar, 2 + self.below(3), 2 + self.below(3))
    }

    /// A type of a variable.
    pub(super) fn any_type(&mut self) -> Type {
        match self.below(10) {
            0 if !self.structs.is_empty() => Type::Struct(self.random.index(self.structs.len())),
            1 => Type::Array(Box::new(self.plain_type()), 1 + self.below(4)),
            _ => self.plain_type(),
        }
    }
}
