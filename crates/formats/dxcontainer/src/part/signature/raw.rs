//! Records of the signature parts, little-endian.

use glassbox_core::{named, record};

record! {
    /// Header of a signature part.
    pub struct Header: 8 {
        /// Number of elements.
        0x0 count: u32,
        /// Offset of the first element, bytes from the start of the part's data; compilers write 8.
        0x4 first: u32,
    }
}

record! {
    /// Element of `ISGN`, `OSGN` and `PCSG`.
    pub struct Element24: 24 {
        /// Offset of the semantic name from the start of the part's data, bytes.
        0x00 name: u32,
        /// Semantic index.
        0x04 index: u32,
        /// System value.
        0x08 system_value: SystemValue,
        /// Component type.
        0x0c component_type: ComponentType,
        /// Register number.
        0x10 register: Register,
        /// Components occupied by the element.
        0x14 mask: Mask,
        /// Inputs: components always read. Outputs: components never written.
        0x15 usage: Mask,
        /// Zero.
        0x16 reserved: u16,
    }
}

record! {
    /// Element of `OSG5`.
    pub struct Element28: 28 {
        /// Output stream.
        0x00 stream: u32,
        /// Offset of the semantic name from the start of the part's data, bytes.
        0x04 name: u32,
        /// Semantic index.
        0x08 index: u32,
        /// System value.
        0x0c system_value: SystemValue,
        /// Component type.
        0x10 component_type: ComponentType,
        /// Register number.
        0x14 register: Register,
        /// Components occupied by the element.
        0x18 mask: Mask,
        /// Components never written.
        0x19 usage: Mask,
        /// Zero.
        0x1a reserved: u16,
    }
}

record! {
    /// Element of `ISG1`, `OSG1` and `PSG1`.
    pub struct Element32: 32 {
        /// Output stream.
        0x00 stream: u32,
        /// Offset of the semantic name from the start of the part's data, bytes.
        0x04 name: u32,
        /// Semantic index.
        0x08 index: u32,
        /// System value.
        0x0c system_value: SystemValue,
        /// Component type.
        0x10 component_type: ComponentType,
        /// Register number.
        0x14 register: Register,
        /// Components occupied by the element.
        0x18 mask: Mask,
        /// Inputs: components always read. Outputs: components never written.
        0x19 usage: Mask,
        /// Zero.
        0x1a reserved: u16,
        /// Minimum precision.
        0x1c min_precision: MinPrecision,
    }
}

named! {
    /// Components of a register.
    pub flags Mask: u8 {
        /// First component.
        X = 1 "x",
        /// Second component.
        Y = 2 "y",
        /// Third component.
        Z = 4 "z",
        /// Fourth component.
        W = 8 "w",
    }
}

impl Mask {
    /// Component letters, such as `xyz`.
    pub fn letters(self) -> String {
        let bits = [(1, 'x'), (2, 'y'), (4, 'z'), (8, 'w')];
        bits.iter().filter(|(bit, _)| self.0 & bit != 0).map(|(_, letter)| letter).collect()
    }

    /// True if the components are contiguous.
    pub fn is_contiguous(self) -> bool {
        let low = self.0 >> self.0.trailing_zeros().min(7);
        low & low.wrapping_add(1) == 0
    }
}

named! {
    /// Register number.
    pub enum Register: u32 {
        /// The element has no register.
        NONE = 0xFFFF_FFFF "none",
    }
}

impl Register {
    /// Register number; `None` if the element has no register.
    pub fn number(self) -> Option<u32> {
        (self != Register::NONE).then_some(self.0)
    }
}

named! {
    /// Component type, in the numbering shared by signatures and `PSV0`.
    pub enum ComponentType: u32 {
        /// Unknown type.
        UNKNOWN = 0 "unknown",
        /// Unsigned 32-bit integer.
        U32 = 1 "u32",
        /// Signed 32-bit integer.
        I32 = 2 "i32",
        /// 32-bit float.
        F32 = 3 "f32",
        /// Unsigned 16-bit integer.
        U16 = 4 "u16",
        /// Signed 16-bit integer.
        I16 = 5 "i16",
        /// 16-bit float.
        F16 = 6 "f16",
        /// Unsigned 64-bit integer.
        U64 = 7 "u64",
        /// Signed 64-bit integer.
        I64 = 8 "i64",
        /// 64-bit float.
        F64 = 9 "f64",
    }
}

named! {
    /// Minimum precision requested by the source.
    pub enum MinPrecision: u32 {
        /// Precision of the type itself.
        DEFAULT = 0 "default",
        /// 16-bit float.
        F16 = 1 "f16",
        /// 10-bit fixed point, 2.8.
        F10 = 2 "f10",
        /// Reserved.
        RESERVED = 3 "reserved",
        /// Signed 16-bit integer.
        I16 = 4 "i16",
        /// Unsigned 16-bit integer.
        U16 = 5 "u16",
        /// Any 16-bit type.
        ANY16 = 0xF0 "any16",
        /// Any 10-bit type.
        ANY10 = 0xF1 "any10",
    }
}

named! {
    /// System value of a signature element. The token stream's name tokens number those from 11 on differently.
    pub enum SystemValue: u32 {
        /// Not a system value.
        NONE = 0 "none",
        /// `SV_Position`.
        POSITION = 1 "Position",
        /// `SV_ClipDistance`.
        CLIP_DISTANCE = 2 "ClipDistance",
        /// `SV_CullDistance`.
        CULL_DISTANCE = 3 "CullDistance",
        /// `SV_RenderTargetArrayIndex`.
        RENDER_TARGET_ARRAY_INDEX = 4 "RenderTargetArrayIndex",
        /// `SV_ViewportArrayIndex`.
        VIEWPORT_ARRAY_INDEX = 5 "ViewportArrayIndex",
        /// `SV_VertexID`.
        VERTEX_ID = 6 "VertexID",
        /// `SV_PrimitiveID`.
        PRIMITIVE_ID = 7 "PrimitiveID",
        /// `SV_InstanceID`.
        INSTANCE_ID = 8 "InstanceID",
        /// `SV_IsFrontFace`.
        IS_FRONT_FACE = 9 "IsFrontFace",
        /// `SV_SampleIndex`.
        SAMPLE_INDEX = 10 "SampleIndex",
        /// Tessellation factor of a quad's edge.
        FINAL_QUAD_EDGE_TESS_FACTOR = 11 "FinalQuadEdgeTessFactor",
        /// Tessellation factor of a quad's inside.
        FINAL_QUAD_INSIDE_TESS_FACTOR = 12 "FinalQuadInsideTessFactor",
        /// Tessellation factor of a triangle's edge.
        FINAL_TRI_EDGE_TESS_FACTOR = 13 "FinalTriEdgeTessFactor",
        /// Tessellation factor of a triangle's inside.
        FINAL_TRI_INSIDE_TESS_FACTOR = 14 "FinalTriInsideTessFactor",
        /// Detail factor of isolines.
        FINAL_LINE_DETAIL_TESS_FACTOR = 15 "FinalLineDetailTessFactor",
        /// Density factor of isolines.
        FINAL_LINE_DENSITY_TESS_FACTOR = 16 "FinalLineDensityTessFactor",
        /// `SV_Barycentrics`.
        BARYCENTRICS = 23 "Barycentrics",
        /// `SV_ShadingRate`.
        SHADING_RATE = 24 "ShadingRate",
        /// `SV_CullPrimitive`.
        CULL_PRIMITIVE = 25 "CullPrimitive",
        /// `SV_Target`.
        TARGET = 64 "Target",
        /// `SV_Depth`.
        DEPTH = 65 "Depth",
        /// `SV_Coverage`.
        COVERAGE = 66 "Coverage",
        /// `SV_DepthGreaterEqual`.
        DEPTH_GREATER_EQUAL = 67 "DepthGreaterEqual",
        /// `SV_DepthLessEqual`.
        DEPTH_LESS_EQUAL = 68 "DepthLessEqual",
        /// `SV_StencilRef`.
        STENCIL_REF = 69 "StencilRef",
        /// `SV_InnerCoverage`.
        INNER_COVERAGE = 70 "InnerCoverage",
    }
}
