//! Defines types and the queries that need no other data.
//!
//! A [`Type`] is a small value compared by meaning: an alias equals its type, and array symbols of the same
//! element and count are equal. Arrays and structs live in a [`Types`](super::store::Types), which handles
//! queries about their contents. Source: the type table of the language, and the root and private type names
//! of the format.

use super::scalar::Scalar;

macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($variant:ident $text:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $(#[doc = concat!("`", $text, "`.")] $variant),*
        }

        impl $name {
            /// All variants.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            /// Name of the type.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text),* }
            }
        }
    };
}

words! {
    /// An opaque type.
    Opaque {
        Sampler1D "sampler1D", Sampler2D "sampler2D", Sampler3D "sampler3D", SamplerExternal "samplerExternalOES",
        Sampler2DRect "sampler2DRect", IntSampler2D "isampler2D", SubpassInput "subpassInput",
        SubpassInputMS "subpassInputMS", Sampler "sampler", Texture2D "texture2D", ColorFilter "colorFilter",
        Shader "shader", Blender "blender",
    }
}

impl Opaque {
    /// True for a child of a runtime effect: shader, colour filter or blender.
    pub const fn is_child(self) -> bool {
        matches!(self, Opaque::ColorFilter | Opaque::Shader | Opaque::Blender)
    }
}

words! {
    /// A list of types, written as a generic in builtin declarations.
    Generic {
        GenType "$genType", GenHType "$genHType", GenIType "$genIType", GenUType "$genUType", GenBType "$genBType",
        Vec "$vec", HVec "$hvec", IVec "$ivec", UVec "$uvec", SVec "$svec", UsVec "$usvec", BVec "$bvec",
        SquareMat "$squareMat", SquareHMat "$squareHMat", Mat "$mat", HMat "$hmat",
    }
}

impl Generic {
    /// Types in the list, in order.
    pub fn members(self) -> &'static [Type] {
        const fn widths(scalar: Scalar) -> [Type; 4] {
            [Type::Scalar(scalar), Type::Vector(scalar, 2), Type::Vector(scalar, 3), Type::Vector(scalar, 4)]
        }
        const fn square(scalar: Scalar) -> [Type; 3] {
            [Type::Matrix(scalar, 2, 2), Type::Matrix(scalar, 3, 3), Type::Matrix(scalar, 4, 4)]
        }
        const fn matrices(scalar: Scalar) -> [Type; 9] {
            [
                Type::Matrix(scalar, 2, 2),
                Type::Matrix(scalar, 2, 3),
                Type::Matrix(scalar, 2, 4),
                Type::Matrix(scalar, 3, 2),
                Type::Matrix(scalar, 3, 3),
                Type::Matrix(scalar, 3, 4),
                Type::Matrix(scalar, 4, 2),
                Type::Matrix(scalar, 4, 3),
                Type::Matrix(scalar, 4, 4),
            ]
        }
        static FLOAT: [Type; 4] = widths(Scalar::Float);
        static HALF: [Type; 4] = widths(Scalar::Half);
        static INT: [Type; 4] = widths(Scalar::Int);
        static UINT: [Type; 4] = widths(Scalar::Uint);
        static SHORT: [Type; 4] = widths(Scalar::Short);
        static USHORT: [Type; 4] = widths(Scalar::Ushort);
        static BOOL: [Type; 4] = widths(Scalar::Bool);
        static SQUARE: [Type; 3] = square(Scalar::Float);
        static HALF_SQUARE: [Type; 3] = square(Scalar::Half);
        static MATRICES: [Type; 9] = matrices(Scalar::Float);
        static HALF_MATRICES: [Type; 9] = matrices(Scalar::Half);
        match self {
            Generic::GenType => &FLOAT,
            Generic::GenHType => &HALF,
            Generic::GenIType => &INT,
            Generic::GenUType => &UINT,
            Generic::GenBType => &BOOL,
            Generic::Vec => &FLOAT[1..],
            Generic::HVec => &HALF[1..],
            Generic::IVec => &INT[1..],
            Generic::UVec => &UINT[1..],
            Generic::SVec => &SHORT[1..],
            Generic::UsVec => &USHORT[1..],
            Generic::BVec => &BOOL[1..],
            Generic::SquareMat => &SQUARE,
            Generic::SquareHMat => &HALF_SQUARE,
            Generic::Mat => &MATRICES,
            Generic::HMat => &HALF_MATRICES,
        }
    }
}

/// An array type of a [`Types`](super::store::Types).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ArrayId(pub(super) u32);

/// A struct type of a [`Types`](super::store::Types).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StructId(pub(super) u32);

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `void`.
    Void,
    /// A single number or boolean.
    Scalar(Scalar),
    /// 2 to 4 scalars.
    Vector(Scalar, u8),
    /// Columns and rows, 2 to 4 each.
    Matrix(Scalar, u8, u8),
    /// An opaque type.
    Opaque(Opaque),
    /// A list of types, in builtin declarations only.
    Generic(Generic),
    /// An array.
    Array(ArrayId),
    /// A struct, or the fields of an interface block.
    Struct(StructId),
    /// A reserved name without a meaning, such as `sampler2D` in a runtime effect.
    Invalid,
}

/// `bool`.
pub const BOOL: Type = Type::Scalar(Scalar::Bool);
/// `int`.
pub const INT: Type = Type::Scalar(Scalar::Int);
/// `float`.
pub const FLOAT: Type = Type::Scalar(Scalar::Float);
/// `float2`, the coordinates of a shader.
pub const FLOAT2: Type = Type::Vector(Scalar::Float, 2);
/// `float4`.
pub const FLOAT4: Type = Type::Vector(Scalar::Float, 4);
/// `half4`, a colour.
pub const HALF4: Type = Type::Vector(Scalar::Half, 4);

/// The names of a scalar, its three vectors and its nine matrices.
macro_rules! shapes {
    ($name:literal) => {
        [
            $name,
            concat!($name, "2"),
            concat!($name, "3"),
            concat!($name, "4"),
            concat!($name, "2x2"),
            concat!($name, "2x3"),
            concat!($name, "2x4"),
            concat!($name, "3x2"),
            concat!($name, "3x3"),
            concat!($name, "3x4"),
            concat!($name, "4x2"),
            concat!($name, "4x3"),
            concat!($name, "4x4"),
        ]
    };
}

/// The names that a scalar gives to its shapes: itself, vectors by width, matrices by columns and rows.
pub(super) const fn shape_names(scalar: Scalar) -> &'static [&'static str; 13] {
    match scalar {
        Scalar::Float => &shapes!("float"),
        Scalar::Half => &shapes!("half"),
        Scalar::FloatLiteral => &shapes!("$floatLiteral"),
        Scalar::Int => &shapes!("int"),
        Scalar::Uint => &shapes!("uint"),
        Scalar::IntLiteral => &shapes!("$intLiteral"),
        Scalar::Short => &shapes!("short"),
        Scalar::Ushort => &shapes!("ushort"),
        Scalar::Bool => &shapes!("bool"),
    }
}

impl Type {
    /// The name of a scalar, vector or matrix.
    pub(super) fn shape_name(self) -> Option<&'static str> {
        let (scalar, shape) = match self {
            Type::Scalar(scalar) => (scalar, 0),
            Type::Vector(scalar, width @ 2..=4) => (scalar, width - 1),
            Type::Matrix(scalar, columns @ 2..=4, rows @ 2..=4) => {
                (scalar, 4 + (columns - 2) * 3 + (rows - 2))
            }
            _ => return None,
        };
        shape_names(scalar).get(usize::from(shape)).copied()
    }

    /// Type of `columns` by `rows` scalars: a scalar for 1×1, a vector for n×1, a matrix otherwise. `None` if
    /// there is no such type.
    pub const fn compound(scalar: Scalar, columns: u8, rows: u8) -> Option<Type> {
        match (columns, rows) {
            (1, 1) => Some(Type::Scalar(scalar)),
            (2..=4, 1) => Some(Type::Vector(scalar, columns)),
            (2..=4, 2..=4) => Some(Type::Matrix(scalar, columns, rows)),
            _ => None,
        }
    }

    /// Scalar of a scalar, vector or matrix.
    pub const fn scalar(self) -> Option<Scalar> {
        match self {
            Type::Scalar(scalar) | Type::Vector(scalar, _) | Type::Matrix(scalar, ..) => Some(scalar),
            _ => None,
        }
    }

    /// Same shape with another scalar; types without a shape are returned unchanged.
    pub const fn with_scalar(self, scalar: Scalar) -> Type {
        match self {
            Type::Scalar(_) => Type::Scalar(scalar),
            Type::Vector(_, width) => Type::Vector(scalar, width),
            Type::Matrix(_, columns, rows) => Type::Matrix(scalar, columns, rows),
            other => other,
        }
    }

    /// Columns: 1 for a scalar, the width of a vector, 0 for types without a shape.
    pub const fn columns(self) -> u8 {
        match self {
            Type::Scalar(_) => 1,
            Type::Vector(_, width) => width,
            Type::Matrix(_, columns, _) => columns,
            _ => 0,
        }
    }

    /// Rows: 1 for scalars and vectors, 0 for types without a shape.
    pub const fn rows(self) -> u8 {
        match self {
            Type::Scalar(_) | Type::Vector(..) => 1,
            Type::Matrix(_, _, rows) => rows,
            _ => 0,
        }
    }

    /// Number of scalars in a scalar, vector or matrix; 0 for other types.
    pub const fn width(self) -> u8 {
        self.columns() * self.rows()
    }

    /// True for `void`.
    pub const fn is_void(self) -> bool {
        matches!(self, Type::Void)
    }

    /// True for scalars.
    pub const fn is_scalar(self) -> bool {
        matches!(self, Type::Scalar(_))
    }

    /// True for vectors.
    pub const fn is_vector(self) -> bool {
        matches!(self, Type::Vector(..))
    }

    /// True for matrices.
    pub const fn is_matrix(self) -> bool {
        matches!(self, Type::Matrix(..))
    }

    /// True for arrays.
    pub const fn is_array(self) -> bool {
        matches!(self, Type::Array(_))
    }

    /// True for structs.
    pub const fn is_struct(self) -> bool {
        matches!(self, Type::Struct(_))
    }

    /// True for opaque types.
    pub const fn is_opaque(self) -> bool {
        matches!(self, Type::Opaque(_))
    }

    /// True for `bool`.
    pub const fn is_bool(self) -> bool {
        matches!(self, Type::Scalar(Scalar::Bool))
    }

    /// True for scalar integers.
    pub const fn is_integer(self) -> bool {
        matches!(self, Type::Scalar(scalar) if scalar.is_integer())
    }

    /// Default type of values: literal types become `float` and `int`.
    pub const fn settled(self) -> Type {
        match self.scalar() {
            Some(scalar) => self.with_scalar(scalar.settled()),
            None => self,
        }
    }
}
