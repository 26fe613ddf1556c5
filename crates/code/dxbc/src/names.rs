//! Defines the enumerations and packed words of the token stream.
//!
//! Source: section 13 of the project's description of DirectX containers, and Microsoft's description of the
//! tokenized program format.

mod primitive;

pub use primitive::{
    InputPrimitive, OutputTopology, TessellatorDomain, TessellatorOutput, TessellatorPartitioning,
};

glassbox_core::packed! {
    /// Version token, the first word of a program.
    pub struct VersionToken: u32 { minor: 4, major: 4, zero: 8, kind: 16 }
}

glassbox_core::packed! {
    /// Opcode token, the first word of an instruction.
    pub struct OpcodeToken: u32 { opcode: 11, specific: 13, length: 7, extended: 1 }
}

glassbox_core::packed! {
    /// Operand token, the first word of an operand.
    pub struct OperandToken: u32 {
        components: 2, mode: 2, selection: 8, operand_type: 8, dimensions: 2,
        representation_0: 3, representation_1: 3, representation_2: 3, extended: 1
    }
}

glassbox_core::packed! {
    /// Extended operand token of type 1.
    pub struct OperandModifier: u32 {
        kind: 6, modifier: 8, min_precision: 3, non_uniform: 1, zero: 13, extended: 1
    }
}

glassbox_core::named! {
    /// Kind of program.
    pub enum ProgramKind: u16 {
        /// Pixel shader.
        PIXEL = 0 "pixel",
        /// Vertex shader.
        VERTEX = 1 "vertex",
        /// Geometry shader.
        GEOMETRY = 2 "geometry",
        /// Hull shader.
        HULL = 3 "hull",
        /// Domain shader.
        DOMAIN = 4 "domain",
        /// Compute shader.
        COMPUTE = 5 "compute",
        /// Library function.
        LIBRARY = 0xfff0 "library",
    }
}

glassbox_core::named! {
    /// Type of operand.
    pub enum OperandType: u8 {
        /// Temporary register.
        TEMP = 0 "r",
        /// Input register.
        INPUT = 1 "v",
        /// Output register.
        OUTPUT = 2 "o",
        /// Array of temporary registers.
        INDEXABLE_TEMP = 3 "x",
        /// 32-bit immediate.
        IMMEDIATE32 = 4 "l",
        /// 64-bit immediate.
        IMMEDIATE64 = 5 "d",
        /// Sampler.
        SAMPLER = 6 "s",
        /// Resource.
        RESOURCE = 7 "t",
        /// Constant buffer.
        CONSTANT_BUFFER = 8 "cb",
        /// Immediate constant buffer.
        IMMEDIATE_CONSTANT_BUFFER = 9 "icb",
        /// Subroutine label.
        LABEL = 10 "label",
        /// Primitive id.
        INPUT_PRIMITIVE_ID = 11 "vPrim",
        /// Pixel shader depth output.
        OUTPUT_DEPTH = 12 "oDepth",
        /// Null operand.
        NULL = 13 "null",
        /// Rasterizer state.
        RASTERIZER = 14 "rasterizer",
        /// Pixel shader coverage output.
        OUTPUT_COVERAGE_MASK = 15 "oMask",
        /// Output stream.
        STREAM = 16 "m",
        /// Function body.
        FUNCTION_BODY = 17 "fb",
        /// Function table.
        FUNCTION_TABLE = 18 "ft",
        /// Interface.
        INTERFACE = 19 "fp",
        /// Function input parameter.
        FUNCTION_INPUT = 20 "fi",
        /// Function output parameter.
        FUNCTION_OUTPUT = 21 "fo",
        /// Id of the control point being computed.
        OUTPUT_CONTROL_POINT_ID = 22 "vOutputControlPointID",
        /// Fork phase instance id.
        FORK_INSTANCE_ID = 23 "vForkInstanceID",
        /// Join phase instance id.
        JOIN_INSTANCE_ID = 24 "vJoinInstanceID",
        /// Input control point.
        INPUT_CONTROL_POINT = 25 "vicp",
        /// Output control point.
        OUTPUT_CONTROL_POINT = 26 "vocp",
        /// Patch constants.
        INPUT_PATCH_CONSTANT = 27 "vpc",
        /// Domain location.
        DOMAIN_POINT = 28 "vDomain",
        /// Object data (`this`).
        THIS = 29 "this",
        /// Unordered access view.
        UNORDERED_ACCESS_VIEW = 30 "u",
        /// Group-shared memory.
        GROUP_SHARED = 31 "g",
        /// Thread id.
        THREAD_ID = 32 "vThreadID",
        /// Thread group id.
        GROUP_ID = 33 "vThreadGroupID",
        /// Thread id within the group.
        THREAD_ID_IN_GROUP = 34 "vThreadIDInGroup",
        /// Pixel shader coverage input.
        INPUT_COVERAGE_MASK = 35 "vCoverage",
        /// Flattened thread id within the group.
        THREAD_ID_IN_GROUP_FLATTENED = 36 "vThreadIDInGroupFlattened",
        /// Geometry shader instance id.
        GS_INSTANCE_ID = 37 "vGSInstanceID",
        /// Depth output that may only increase.
        OUTPUT_DEPTH_GREATER_EQUAL = 38 "oDepthGE",
        /// Depth output that may only decrease.
        OUTPUT_DEPTH_LESS_EQUAL = 39 "oDepthLE",
        /// Cycle counter.
        CYCLE_COUNTER = 40 "vCycleCounter",
        /// Pixel shader stencil output.
        OUTPUT_STENCIL_REF = 41 "oStencilRef",
        /// Pixel shader inner coverage input.
        INNER_COVERAGE = 42 "vInnerCoverage",
    }
}

glassbox_core::named! {
    /// Class of custom data.
    pub enum CustomDataClass: u32 {
        /// A comment.
        COMMENT = 0 "comment",
        /// Debug information.
        DEBUG_INFO = 1 "debug information",
        /// Opaque data.
        OPAQUE = 2 "opaque",
        /// Immediate constant buffer, four words per row.
        IMMEDIATE_CONSTANT_BUFFER = 3 "immediate constant buffer",
        /// Shader message.
        SHADER_MESSAGE = 4 "shader message",
        /// Clip plane mapping for older shaders.
        CLIP_PLANE_MAP = 5 "clip plane map",
    }
}

glassbox_core::named! {
    /// Resource dimension.
    pub enum Dimension: u32 {
        /// Unknown.
        UNKNOWN = 0 "unknown",
        /// Buffer.
        BUFFER = 1 "buffer",
        /// 1D texture.
        TEXTURE_1D = 2 "texture1d",
        /// 2D texture.
        TEXTURE_2D = 3 "texture2d",
        /// Multisampled 2D texture.
        TEXTURE_2DMS = 4 "texture2dms",
        /// 3D texture.
        TEXTURE_3D = 5 "texture3d",
        /// Cube texture.
        TEXTURE_CUBE = 6 "texturecube",
        /// Array of 1D textures.
        TEXTURE_1D_ARRAY = 7 "texture1darray",
        /// Array of 2D textures.
        TEXTURE_2D_ARRAY = 8 "texture2darray",
        /// Array of multisampled 2D textures.
        TEXTURE_2DMS_ARRAY = 9 "texture2dmsarray",
        /// Array of cube textures.
        TEXTURE_CUBE_ARRAY = 10 "texturecubearray",
        /// Raw buffer.
        RAW_BUFFER = 11 "raw_buffer",
        /// Structured buffer.
        STRUCTURED_BUFFER = 12 "structured_buffer",
    }
}

glassbox_core::named! {
    /// Return type of a resource component.
    pub enum ReturnType: u32 {
        /// Unsigned normalized.
        UNORM = 1 "unorm",
        /// Signed normalized.
        SNORM = 2 "snorm",
        /// Signed integer.
        SINT = 3 "sint",
        /// Unsigned integer.
        UINT = 4 "uint",
        /// Float.
        FLOAT = 5 "float",
        /// Mixed types.
        MIXED = 6 "mixed",
        /// Double.
        DOUBLE = 7 "double",
        /// Second half of the previous component.
        CONTINUED = 8 "continued",
        /// Unused.
        UNUSED = 9 "unused",
    }
}

glassbox_core::named! {
    /// Sampler mode.
    pub enum SamplerMode: u32 {
        /// Default.
        DEFAULT = 0 "default",
        /// Comparison.
        COMPARISON = 1 "comparison",
        /// One-bit textures.
        MONO = 2 "mono",
    }
}

glassbox_core::named! {
    /// Interpolation mode of a pixel shader input.
    pub enum Interpolation: u32 {
        /// Unspecified.
        UNDEFINED = 0 "undefined",
        /// Not interpolated.
        CONSTANT = 1 "constant",
        /// Linearly.
        LINEAR = 2 "linear",
        /// Linear, at the centroid.
        LINEAR_CENTROID = 3 "linear centroid",
        /// Linear in screen space.
        LINEAR_NOPERSPECTIVE = 4 "linear noperspective",
        /// Linear in screen space, at the centroid.
        LINEAR_NOPERSPECTIVE_CENTROID = 5 "linear noperspective centroid",
        /// Linear, per sample.
        LINEAR_SAMPLE = 6 "linear sample",
        /// Linear in screen space, per sample.
        LINEAR_NOPERSPECTIVE_SAMPLE = 7 "linear noperspective sample",
    }
}

glassbox_core::named! {
    /// System value in a declaration. Numbers from 11 up differ from those in signatures.
    pub enum SystemName: u32 {
        /// None.
        UNDEFINED = 0 "undefined",
        /// Position.
        POSITION = 1 "position",
        /// Clip distance.
        CLIP_DISTANCE = 2 "clip_distance",
        /// Cull distance.
        CULL_DISTANCE = 3 "cull_distance",
        /// Render target array index.
        RENDER_TARGET_ARRAY_INDEX = 4 "rendertarget_array_index",
        /// Viewport index.
        VIEWPORT_ARRAY_INDEX = 5 "viewport_array_index",
        /// Vertex id.
        VERTEX_ID = 6 "vertex_id",
        /// Primitive id.
        PRIMITIVE_ID = 7 "primitive_id",
        /// Instance id.
        INSTANCE_ID = 8 "instance_id",
        /// Front-face flag.
        IS_FRONT_FACE = 9 "is_front_face",
        /// Sample index.
        SAMPLE_INDEX = 10 "sampleIndex",
        /// Quad edge tessellation factor at u = 0.
        FINAL_QUAD_U0_EDGE = 11 "finalQuadUeq0EdgeTessFactor",
        /// Quad edge tessellation factor at v = 0.
        FINAL_QUAD_V0_EDGE = 12 "finalQuadVeq0EdgeTessFactor",
        /// Quad edge tessellation factor at u = 1.
        FINAL_QUAD_U1_EDGE = 13 "finalQuadUeq1EdgeTessFactor",
        /// Quad edge tessellation factor at v = 1.
        FINAL_QUAD_V1_EDGE = 14 "finalQuadVeq1EdgeTessFactor",
        /// Quad inside tessellation factor along u.
        FINAL_QUAD_U_INSIDE = 15 "finalQuadUInsideTessFactor",
        /// Quad inside tessellation factor along v.
        FINAL_QUAD_V_INSIDE = 16 "finalQuadVInsideTessFactor",
        /// Triangle edge tessellation factor at u = 0.
        FINAL_TRI_U0_EDGE = 17 "finalTriUeq0EdgeTessFactor",
        /// Triangle edge tessellation factor at v = 0.
        FINAL_TRI_V0_EDGE = 18 "finalTriVeq0EdgeTessFactor",
        /// Triangle edge tessellation factor at w = 0.
        FINAL_TRI_W0_EDGE = 19 "finalTriWeq0EdgeTessFactor",
        /// Triangle inside tessellation factor.
        FINAL_TRI_INSIDE = 20 "finalTriInsideTessFactor",
        /// Line detail factor.
        FINAL_LINE_DETAIL = 21 "finalLineDetailTessFactor",
        /// Line density factor.
        FINAL_LINE_DENSITY = 22 "finalLineDensityTessFactor",
        /// Barycentric coordinates.
        BARYCENTRICS = 23 "barycentrics",
        /// Shading rate.
        SHADING_RATE = 24 "shading_rate",
        /// Cull flag of the primitive.
        CULL_PRIMITIVE = 25 "cull_primitive",
    }
}

glassbox_core::named! {
    /// Global flags of a program.
    pub flags GlobalFlags: u32 {
        /// The driver may reorder operations.
        REFACTORING_ALLOWED = 0x001 "refactoringAllowed",
        /// Uses doubles.
        ENABLE_DOUBLE = 0x002 "enableDoublePrecisionFloatOps",
        /// Forces early depth and stencil tests.
        EARLY_DEPTH_STENCIL = 0x004 "forceEarlyDepthStencil",
        /// Uses raw and structured buffers below shader model 5.
        RAW_AND_STRUCTURED = 0x008 "enableRawAndStructuredBuffers",
        /// The driver must not optimize.
        SKIP_OPTIMIZATION = 0x010 "skipOptimization",
        /// Uses minimum precision.
        MIN_PRECISION = 0x020 "enableMinimumPrecision",
        /// Uses the double operations of Direct3D 11.1.
        DOUBLE_EXTENSIONS = 0x040 "enable11_1DoubleExtensions",
        /// Uses the shader operations of Direct3D 11.1.
        SHADER_EXTENSIONS = 0x080 "enable11_1ShaderExtensions",
        /// All resources stay bound while commands may use them.
        ALL_RESOURCES_BOUND = 0x100 "allResourcesBound",
    }
}
