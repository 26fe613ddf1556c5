//! Structures as C++ and Rust have them: fields one after the other, each at the offset that its alignment gives.

/// A number in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// Signed integer of so many bytes.
    Int(u8),
    /// Unsigned integer of so many bytes; half-precision floats are their 16 bits, device addresses 64.
    Uint(u8),
    /// Single precision.
    Float,
    /// Double precision.
    Double,
}

impl Scalar {
    /// Size and alignment, bytes.
    #[must_use]
    pub const fn size(self) -> u64 {
        match self {
            Scalar::Int(bytes) | Scalar::Uint(bytes) => bytes as u64,
            Scalar::Float => 4,
            Scalar::Double => 8,
        }
    }
}

/// Type of a field.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum FieldType {
    /// A number.
    Scalar(Scalar),
    /// So many, one after the other.
    Array(Box<FieldType>, u64),
    /// A value followed by so many unused bytes.
    Padded(Box<FieldType>, u64),
    /// A structure, by its number in the list of structures.
    Structure(usize),
    /// Bytes: what neither language can have at this place in another way.
    Bytes(u64),
}

/// A field of a structure.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// Name; unique in the structure.
    pub name: String,
    /// Its type.
    pub ty: FieldType,
    /// Offset in the structure, bytes.
    pub offset: u64,
    /// Size, bytes.
    pub size: u64,
    /// True for bytes that the shader does not use.
    pub is_padding: bool,
    /// What the type does not say, such as `rows of a matrix`.
    pub note: Option<String>,
}

/// A structure.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Structure {
    /// Name.
    pub name: String,
    /// Fields by offset; they leave no gap.
    pub fields: Vec<Field>,
    /// Size, bytes; a multiple of the alignment.
    pub size: u64,
    /// Alignment, bytes.
    pub align: u64,
}
