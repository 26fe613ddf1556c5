//! Value, structure and resource types.
//!
//! Facts: VSL brief, section 4. All components are 32-bit and all values have scalar layout: four bytes per
//! component, no padding.

use glassbox_vbc::raw::{BaseType, Rank, TexelType};

/// A scalar type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Scalar {
    /// Boolean; in memory a 32-bit integer, 0 or 1.
    Bool,
    /// Signed, two's complement.
    Int,
    /// Unsigned.
    Uint,
    /// IEEE 754 binary32.
    Float,
}

impl Scalar {
    /// All scalar types in the order of implicit conversion.
    pub const ALL: [Scalar; 4] = [Scalar::Bool, Scalar::Int, Scalar::Uint, Scalar::Float];

    /// Name in the language.
    pub const fn name(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::Int => "int",
            Scalar::Uint => "uint",
            Scalar::Float => "float",
        }
    }

    /// True for int, uint and float.
    pub const fn is_number(self) -> bool {
        !matches!(self, Scalar::Bool)
    }

    /// True for int and uint.
    pub const fn is_integer(self) -> bool {
        matches!(self, Scalar::Int | Scalar::Uint)
    }

    /// True if values convert implicitly to `to`: int to uint, both to float, each to itself.
    pub(crate) fn converts_to(self, to: Scalar) -> bool {
        self == to || self.is_number() && self < to
    }

    /// Scalar type in reflection data.
    pub const fn base_type(self) -> BaseType {
        match self {
            Scalar::Bool => BaseType::BOOLEAN,
            Scalar::Int => BaseType::SIGNED,
            Scalar::Uint => BaseType::UNSIGNED,
            Scalar::Float => BaseType::FLOAT,
        }
    }
}

impl std::fmt::Display for Scalar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A scalar, vector or matrix type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct ValueType {
    /// Component type; `Float` for matrices.
    pub scalar: Scalar,
    /// Components of a vector or of a matrix column; 1 for scalars.
    pub rows: u8,
    /// Columns of a matrix, 2 to 4; 1 for scalars and vectors.
    pub columns: u8,
}

impl ValueType {
    /// `bool`.
    pub const BOOL: ValueType = ValueType::scalar(Scalar::Bool);
    /// `int`.
    pub const INT: ValueType = ValueType::scalar(Scalar::Int);
    /// `uint`.
    pub const UINT: ValueType = ValueType::scalar(Scalar::Uint);
    /// `float`.
    pub const FLOAT: ValueType = ValueType::scalar(Scalar::Float);

    /// A scalar.
    pub const fn scalar(scalar: Scalar) -> ValueType {
        ValueType::vector(scalar, 1)
    }

    /// A vector; a scalar if `components` is 1.
    pub const fn vector(scalar: Scalar, components: u8) -> ValueType {
        ValueType { scalar, rows: components, columns: 1 }
    }

    /// A matrix.
    pub const fn matrix(columns: u8, rows: u8) -> ValueType {
        ValueType { scalar: Scalar::Float, rows, columns }
    }

    /// True for scalars.
    pub const fn is_scalar(self) -> bool {
        self.rows == 1 && self.columns == 1
    }

    /// True for vectors of two to four components.
    pub const fn is_vector(self) -> bool {
        self.rows > 1 && self.columns == 1
    }

    /// True for matrices.
    pub const fn is_matrix(self) -> bool {
        self.columns > 1
    }

    /// True if rows and columns equal those of `other`.
    pub(crate) const fn is_shaped_like(self, other: ValueType) -> bool {
        self.rows == other.rows && self.columns == other.columns
    }

    /// The same shape with another component type.
    pub const fn of(self, scalar: Scalar) -> ValueType {
        ValueType { scalar, ..self }
    }

    /// Type of a matrix column or of a vector component.
    pub const fn element(self) -> ValueType {
        if self.is_matrix() {
            ValueType::vector(self.scalar, self.rows)
        } else {
            ValueType::scalar(self.scalar)
        }
    }

    /// Number of columns of a matrix or of components of a vector.
    pub const fn elements(self) -> u8 {
        if self.is_matrix() { self.columns } else { self.rows }
    }

    /// Number of components.
    pub const fn components(self) -> u32 {
        self.rows as u32 * self.columns as u32
    }

    /// Size in scalar layout, bytes.
    pub const fn size(self) -> u32 {
        4 * self.components()
    }

    /// True if values convert implicitly to `to`.
    pub(crate) fn converts_to(self, to: ValueType) -> bool {
        self.is_shaped_like(to) && self.scalar.converts_to(to.scalar)
    }

    /// The type with this name.
    pub fn named(name: &str) -> Option<ValueType> {
        let scalar = Scalar::ALL.into_iter().find(|scalar| name.starts_with(scalar.name()))?;
        let digit = |byte: &u8| matches!(byte, b'2'..=b'4').then(|| byte - b'0');
        match &name.as_bytes()[scalar.name().len()..] {
            [] => Some(ValueType::scalar(scalar)),
            [rows] => Some(ValueType::vector(scalar, digit(rows)?)),
            [columns, b'x', rows] if scalar == Scalar::Float => {
                Some(ValueType::matrix(digit(columns)?, digit(rows)?))
            }
            _ => None,
        }
    }
}

impl std::fmt::Display for ValueType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ValueType { scalar, rows, columns } = *self;
        f.write_str(scalar.name())?;
        match (columns, rows) {
            (1, 1) => Ok(()),
            (1, rows) => write!(f, "{rows}"),
            (columns, rows) => write!(f, "{columns}x{rows}"),
        }
    }
}

/// Storage format of an image's or texel buffer's texels: the parameter of its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct TexelFormat {
    /// Numeric class.
    pub class: TexelType,
    /// Bytes per component.
    pub component_size: u8,
    /// Components: 1, 2 or 4.
    pub components: u8,
}

impl TexelFormat {
    /// Type of the value that a shader reads or writes.
    pub fn value(self) -> ValueType {
        let scalar = match self.class {
            TexelType::SIGNED => Scalar::Int,
            TexelType::UNSIGNED => Scalar::Uint,
            _ => Scalar::Float,
        };
        ValueType::vector(scalar, self.components)
    }
}

/// Index of a structure of a [`Shader`](crate::model::Shader).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct StructId(pub u16);

/// Type of a binding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Resource {
    /// Image and sampler; texels have four components of this scalar type.
    Sampler(Rank, Scalar),
    /// Storage image.
    Image(Rank, TexelFormat),
    /// Read-only texel buffer; texels have four components of this scalar type.
    RoTexels(Scalar),
    /// Read-write texel buffer.
    RwTexels(TexelFormat),
    /// Read-only structured buffer.
    RoBuffer(StructId),
    /// Read-write structured buffer.
    RwBuffer(StructId),
}

impl Resource {
    /// Resource kind in reflection data.
    pub const fn base_type(self) -> BaseType {
        match self {
            Resource::Sampler(..) => BaseType::SAMPLER,
            Resource::Image(..) => BaseType::IMAGE,
            Resource::RoTexels(_) => BaseType::RO_TEXELS,
            Resource::RwTexels(_) => BaseType::RW_TEXELS,
            Resource::RoBuffer(_) => BaseType::RO_BUFFER,
            Resource::RwBuffer(_) => BaseType::RW_BUFFER,
        }
    }

    /// Type of a texel in shaders; `None` for structured buffers.
    pub fn texel(self) -> Option<ValueType> {
        match self {
            Resource::Sampler(_, scalar) | Resource::RoTexels(scalar) => Some(ValueType::vector(scalar, 4)),
            Resource::Image(_, format) | Resource::RwTexels(format) => Some(format.value()),
            Resource::RoBuffer(_) | Resource::RwBuffer(_) => None,
        }
    }
}

/// Number of components of a coordinate.
pub const fn coordinate_components(rank: Rank) -> u8 {
    match rank {
        Rank::D2 | Rank::D1_ARRAY => 2,
        Rank::D3 | Rank::D2_ARRAY | Rank::CUBE => 3,
        _ => 1,
    }
}
