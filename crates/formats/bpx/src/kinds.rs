//! Defines the enumerations of extended data objects. Each is stored as an index in a `Uint8`; the meaning of
//! an index differs between enumerations.
//!
//! Source: the structures stored by the vendor's shader compiler; the specification leaves them to
//! implementations.

use glassbox_core::named;

named! {
    /// Component type.
    pub enum BaseType: u8 {
        /// 32-bit signed integer.
        INT = 0 "Int",
        /// 32-bit float.
        FLOAT = 1 "Float",
        /// 32-bit unsigned integer.
        UINT = 2 "Uint",
        /// 32-bit boolean.
        BOOL = 3 "Bool",
        /// 64-bit float.
        DOUBLE = 4 "Double",
    }
}

impl BaseType {
    /// Size of one component in bytes.
    pub const fn size(self) -> u32 {
        if self.0 == BaseType::DOUBLE.0 { 8 } else { 4 }
    }

    /// The name of the scalar in reflection.
    pub const fn scalar(self) -> &'static str {
        match self {
            BaseType::INT => "int",
            BaseType::FLOAT => "float",
            BaseType::UINT => "uint",
            BaseType::BOOL => "bool",
            BaseType::DOUBLE => "double",
            _ => "unknown",
        }
    }
}

named! {
    /// Dimensionality of a texture.
    pub enum TextureType: u8 {
        /// Three dimensions.
        T3D = 0 "T3D",
        /// Two dimensions.
        T2D = 1 "T2D",
        /// Array of two dimensions.
        T2D_ARRAY = 2 "T2DArray",
        /// Cube.
        T_CUBE = 3 "TCube",
    }
}

named! {
    /// Variant of a texture's texel type.
    pub enum TexelKind: u8 {
        /// One component.
        SCALAR = 0 "Scalar",
        /// Several components.
        VECTOR = 1 "Vector",
    }
}

named! {
    /// Variant of a member's type.
    pub enum PropKind: u8 {
        /// One component.
        SCALAR = 0 "Scalar",
        /// Vector.
        VECTOR = 1 "Vector",
        /// Square matrix.
        MATRIX = 2 "Matrix",
        /// Structure described by another symbol.
        STRUCT_REF = 3 "StructRef",
        /// Array.
        ARRAY = 4 "Array",
    }
}

named! {
    /// Variant of an array's element type.
    pub enum ArrayItemKind: u8 {
        /// Vector.
        VECTOR = 0 "Vector",
        /// Square matrix.
        MATRIX = 1 "Matrix",
        /// Structure described by another symbol.
        STRUCT_REF = 2 "StructRef",
    }
}

named! {
    /// Variant of a root constant's type.
    pub enum ConstantKind: u8 {
        /// Vector.
        VECTOR = 0 "Vector",
        /// One component.
        SCALAR = 1 "Scalar",
        /// Square matrix.
        MATRIX = 2 "Matrix",
    }
}

named! {
    /// Variant of an output's type.
    pub enum OutputKind: u8 {
        /// Vector.
        VECTOR = 0 "Vector",
        /// One component.
        SCALAR = 1 "Scalar",
    }
}

named! {
    /// Primitive type of a pipeline.
    pub enum RenderMode: u8 {
        /// Filled triangles.
        TRIANGLES = 0 "Triangles",
        /// Lines.
        WIREFRAME = 1 "Wireframe",
        /// Patches for tessellation.
        PATCHES = 2 "Patches",
    }
}

named! {
    /// Faces culled by a pipeline.
    pub enum CullingMode: u8 {
        /// Back faces.
        BACK_FACE = 0 "BackFace",
        /// Front faces.
        FRONT_FACE = 1 "FrontFace",
        /// None.
        DISABLED = 2 "Disabled",
    }
}

named! {
    /// Factor of a blend function.
    pub enum BlendFactor: u8 {
        /// 0.
        ZERO = 0 "Zero",
        /// 1.
        ONE = 1 "One",
        /// Source colour.
        SRC_COLOR = 2 "SrcColor",
        /// 1 − source colour.
        ONE_MINUS_SRC_COLOR = 3 "OneMinusSrcColor",
        /// Source alpha.
        SRC_ALPHA = 4 "SrcAlpha",
        /// 1 − source alpha.
        ONE_MINUS_SRC_ALPHA = 5 "OneMinusSrcAlpha",
        /// Destination colour.
        DST_COLOR = 6 "DstColor",
        /// 1 − destination colour.
        ONE_MINUS_DST_COLOR = 7 "OneMinusDstColor",
        /// Destination alpha.
        DST_ALPHA = 8 "DstAlpha",
        /// 1 − destination alpha.
        ONE_MINUS_DST_ALPHA = 9 "OneMinusDstAlpha",
        /// Source alpha, saturated.
        SRC_ALPHA_SATURATE = 10 "SrcAlphaSaturate",
        /// Second source colour.
        SRC1_COLOR = 11 "Src1Color",
        /// 1 − second source colour.
        ONE_MINUS_SRC1_COLOR = 12 "OneMinusSrc1Color",
        /// Second source alpha.
        SRC1_ALPHA = 13 "Src1Alpha",
        /// 1 − second source alpha.
        ONE_MINUS_SRC1_ALPHA = 14 "OneMinusSrc1Alpha",
    }
}

named! {
    /// Operator of a blend function.
    pub enum BlendOperator: u8 {
        /// Sum.
        ADD = 0 "Add",
        /// Source − destination.
        SUBTRACT = 1 "Subtract",
        /// Destination − source.
        INVERSE_SUBTRACT = 2 "InverseSubtract",
        /// Minimum.
        MIN = 3 "Min",
        /// Maximum.
        MAX = 4 "Max",
    }
}
