//! The enumerations of the token stream, and its packed words.
//!
//! Source: section 13 of the project's description of DirectX containers, and Microsoft's description of the tokenized
//! program format.

mod primitive;

pub use primitive::{
    InputPrimitive, OutputTopology, TessellatorDomain, TessellatorOutput, TessellatorPartitioning,
};

glassbox_core::packed! {
    /// The first word of a program.
    pub struct VersionToken: u32 { minor: 4, major: 4, zero: 8, kind: 16 }
}

glassbox_core::packed! {
    /// The first word of an instruction.
    pub struct OpcodeToken: u32 { opcode: 11, specific: 13, length: 7, extended: 1 }
}

glassbox_core::packed! {
    /// The first word of an operand.
    pub struct OperandToken: u32 {
        components: 2, mode: 2, selection: 8, operand_type: 8, dimensions: 2,
        representation_0: 3, representation_1: 3, representation_2: 3, extended: 1
    }
}

glassbox_core::packed! {
    /// The second word of an extended operand, of type 1.
    pub struct OperandModifier: u32 {
        kind: 6, modifier: 8, min_precision: 3, non_uniform: 1, zero: 13, extended: 1
    }
}

glassbox_core::named! {
    /// What kind of program it is.
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
        /// A function of a library.
        LIBRARY = 0xfff0 "library",
    }
}

glassbox_core::named! {
    /// What an operand is.
    pub enum OperandType: u8 {
        /// Temporary register.
        TEMP = 0 "r",
        /// Input register.
        INPUT = 1 "v",
        /// Output register.
        OUTPUT = 2 "o",
        /// Array of temporary registers.
        INDEXABLE_TEMP = 3 "x",
        /// 32-bit numbers in the instruction.
        IMMEDIATE32 = 4 "l",
        /// 64-bit numbers in the instruction.
        IMMEDIATE64 = 5 "d",
        /// Sampler.
        SAMPLER = 6 "s",
        /// Resource.
        RESOURCE = 7 "t",
        /// Constant buffer.
        CONSTANT_BUFFER = 8 "cb",
        /// Immediate constant buffer.
        IMMEDIATE_CONSTANT_BUFFER = 9 "icb",
        /// Label of a subroutine.
        LABEL = 10 "label",
        /// Number of the primitive.
        INPUT_PRIMITIVE_ID = 11 "vPrim",
        /// Depth written by a pixel shader.
        OUTPUT_DEPTH = 12 "oDepth",
        /// Nothing.
        NULL = 13 "null",
        /// State of the rasterizer.
        RASTERIZER = 14 "rasterizer",
        /// Coverage written by a pixel shader.
        OUTPUT_COVERAGE_MASK = 15 "oMask",
        /// Output stream.
        STREAM = 16 "m",
        /// Body of a function.
        FUNCTION_BODY = 17 "fb",
        /// Table of functions.
        FUNCTION_TABLE = 18 "ft",
        /// Interface.
        INTERFACE = 19 "fp",
        /// Parameter that a function takes.
        FUNCTION_INPUT = 20 "fi",
        /// Parameter that a function gives.
        FUNCTION_OUTPUT = 21 "fo",
        /// Number of the control point that is worked out.
        OUTPUT_CONTROL_POINT_ID = 22 "vOutputControlPointID",
        /// Number of the fork phase.
        FORK_INSTANCE_ID = 23 "vForkInstanceID",
        /// Number of the join phase.
        JOIN_INSTANCE_ID = 24 "vJoinInstanceID",
        /// Control point that goes in.
        INPUT_CONTROL_POINT = 25 "vicp",
        /// Control point that comes out.
        OUTPUT_CONTROL_POINT = 26 "vocp",
        /// Constants of a patch.
        INPUT_PATCH_CONSTANT = 27 "vpc",
        /// Place in the domain.
        DOMAIN_POINT = 28 "vDomain",
        /// Data of an object.
        THIS = 29 "this",
        /// Unordered access view.
        UNORDERED_ACCESS_VIEW = 30 "u",
        /// Memory of a thread group.
        GROUP_SHARED = 31 "g",
        /// Number of the thread.
        THREAD_ID = 32 "vThreadID",
        /// Number of the thread group.
        GROUP_ID = 33 "vThreadGroupID",
        /// Number of the thread in its group.
        THREAD_ID_IN_GROUP = 34 "vThreadIDInGroup",
        /// Coverage given to a pixel shader.
        INPUT_COVERAGE_MASK = 35 "vCoverage",
        /// Number of the thread in its group, as one number.
        THREAD_ID_IN_GROUP_FLATTENED = 36 "vThreadIDInGroupFlattened",
        /// Instance of a geometry shader.
        GS_INSTANCE_ID = 37 "vGSInstanceID",
        /// Depth that is only made greater.
        OUTPUT_DEPTH_GREATER_EQUAL = 38 "oDepthGE",
        /// Depth that is only made less.
        OUTPUT_DEPTH_LESS_EQUAL = 39 "oDepthLE",
        /// Counter of cycles.
        CYCLE_COUNTER = 40 "vCycleCounter",
        /// Stencil value written by a pixel shader.
        OUTPUT_STENCIL_REF = 41 "oStencilRef",
        /// Inner coverage given to a pixel shader.
        INNER_COVERAGE = 42 "vInnerCoverage",
    }
}

glassbox_core::named! {
    /// What custom data holds.
    pub enum CustomDataClass: u32 {
        /// A comment.
        COMMENT = 0 "comment",
        /// Debug information.
        DEBUG_INFO = 1 "debug information",
        /// Something private.
        OPAQUE = 2 "opaque",
        /// The immediate constant buffer, four words a row.
        IMMEDIATE_CONSTANT_BUFFER = 3 "immediate constant buffer",
        /// A message of the shader.
        SHADER_MESSAGE = 4 "shader message",
        /// Mapping of clip planes for older shaders.
        CLIP_PLANE_MAP = 5 "clip plane map",
    }
}

glassbox_core::named! {
    /// Shape of a resource.
    pub enum Dimension: u32 {
        /// Unknown.
        UNKNOWN = 0 "unknown",
        /// Buffer.
        BUFFER = 1 "buffer",
        /// 1D texture.
        TEXTURE_1D = 2 "texture1d",
        /// 2D texture.
        TEXTURE_2D = 3 "texture2d",
        /// 2D texture with several samples.
        TEXTURE_2DMS = 4 "texture2dms",
        /// 3D texture.
        TEXTURE_3D = 5 "texture3d",
        /// Cube texture.
        TEXTURE_CUBE = 6 "texturecube",
        /// Array of 1D textures.
        TEXTURE_1D_ARRAY = 7 "texture1darray",
        /// Array of 2D textures.
        TEXTURE_2D_ARRAY = 8 "texture2darray",
        /// Array of 2D textures with several samples.
        TEXTURE_2DMS_ARRAY = 9 "texture2dmsarray",
        /// Array of cube textures.
        TEXTURE_CUBE_ARRAY = 10 "texturecubearray",
        /// Buffer of bytes.
        RAW_BUFFER = 11 "raw_buffer",
        /// Buffer of structures.
        STRUCTURED_BUFFER = 12 "structured_buffer",
    }
}

glassbox_core::named! {
    /// What a component of a resource reads as.
    pub enum ReturnType: u32 {
        /// Unsigned, normalised.
        UNORM = 1 "unorm",
        /// Signed, normalised.
        SNORM = 2 "snorm",
        /// Signed integer.
        SINT = 3 "sint",
        /// Unsigned integer.
        UINT = 4 "uint",
        /// Float.
        FLOAT = 5 "float",
        /// Several types.
        MIXED = 6 "mixed",
        /// Double.
        DOUBLE = 7 "double",
        /// Second half of the component before.
        CONTINUED = 8 "continued",
        /// Nothing.
        UNUSED = 9 "unused",
    }
}

glassbox_core::named! {
    /// How a sampler is used.
    pub enum SamplerMode: u32 {
        /// Plainly.
        DEFAULT = 0 "default",
        /// For comparisons.
        COMPARISON = 1 "comparison",
        /// For one-bit textures.
        MONO = 2 "mono",
    }
}

glassbox_core::named! {
    /// How an input of a pixel shader is interpolated.
    pub enum Interpolation: u32 {
        /// Not said.
        UNDEFINED = 0 "undefined",
        /// Not at all.
        CONSTANT = 1 "constant",
        /// Linearly.
        LINEAR = 2 "linear",
        /// Linearly, inside the primitive.
        LINEAR_CENTROID = 3 "linear centroid",
        /// Linearly on the screen.
        LINEAR_NOPERSPECTIVE = 4 "linear noperspective",
        /// Linearly on the screen, inside the primitive.
        LINEAR_NOPERSPECTIVE_CENTROID = 5 "linear noperspective centroid",
        /// Linearly, at each sample.
        LINEAR_SAMPLE = 6 "linear sample",
        /// Linearly on the screen, at each sample.
        LINEAR_NOPERSPECTIVE_SAMPLE = 7 "linear noperspective sample",
    }
}

glassbox_core::named! {
    /// System value in a declaration. From 11 up the numbers are not those of signatures.
    pub enum SystemName: u32 {
        /// None.
        UNDEFINED = 0 "undefined",
        /// Position.
        POSITION = 1 "position",
        /// Clip distance.
        CLIP_DISTANCE = 2 "clip_distance",
        /// Cull distance.
        CULL_DISTANCE = 3 "cull_distance",
        /// Slice of the render target.
        RENDER_TARGET_ARRAY_INDEX = 4 "rendertarget_array_index",
        /// Number of the viewport.
        VIEWPORT_ARRAY_INDEX = 5 "viewport_array_index",
        /// Number of the vertex.
        VERTEX_ID = 6 "vertex_id",
        /// Number of the primitive.
        PRIMITIVE_ID = 7 "primitive_id",
        /// Number of the instance.
        INSTANCE_ID = 8 "instance_id",
        /// Whether the front is seen.
        IS_FRONT_FACE = 9 "is_front_face",
        /// Number of the sample.
        SAMPLE_INDEX = 10 "sampleIndex",
        /// Tessellation factor of a quad's edge at u = 0.
        FINAL_QUAD_U0_EDGE = 11 "finalQuadUeq0EdgeTessFactor",
        /// Tessellation factor of a quad's edge at v = 0.
        FINAL_QUAD_V0_EDGE = 12 "finalQuadVeq0EdgeTessFactor",
        /// Tessellation factor of a quad's edge at u = 1.
        FINAL_QUAD_U1_EDGE = 13 "finalQuadUeq1EdgeTessFactor",
        /// Tessellation factor of a quad's edge at v = 1.
        FINAL_QUAD_V1_EDGE = 14 "finalQuadVeq1EdgeTessFactor",
        /// Tessellation factor inside a quad along u.
        FINAL_QUAD_U_INSIDE = 15 "finalQuadUInsideTessFactor",
        /// Tessellation factor inside a quad along v.
        FINAL_QUAD_V_INSIDE = 16 "finalQuadVInsideTessFactor",
        /// Tessellation factor of a triangle's edge at u = 0.
        FINAL_TRI_U0_EDGE = 17 "finalTriUeq0EdgeTessFactor",
        /// Tessellation factor of a triangle's edge at v = 0.
        FINAL_TRI_V0_EDGE = 18 "finalTriVeq0EdgeTessFactor",
        /// Tessellation factor of a triangle's edge at w = 0.
        FINAL_TRI_W0_EDGE = 19 "finalTriWeq0EdgeTessFactor",
        /// Tessellation factor inside a triangle.
        FINAL_TRI_INSIDE = 20 "finalTriInsideTessFactor",
        /// Detail factor of lines.
        FINAL_LINE_DETAIL = 21 "finalLineDetailTessFactor",
        /// Density factor of lines.
        FINAL_LINE_DENSITY = 22 "finalLineDensityTessFactor",
        /// Barycentric coordinates.
        BARYCENTRICS = 23 "barycentrics",
        /// Shading rate.
        SHADING_RATE = 24 "shading_rate",
        /// Whether the primitive is culled.
        CULL_PRIMITIVE = 25 "cull_primitive",
    }
}

glassbox_core::named! {
    /// What the whole program may or must do.
    pub flags GlobalFlags: u32 {
        /// The driver may move operations around.
        REFACTORING_ALLOWED = 0x001 "refactoringAllowed",
        /// Uses doubles.
        ENABLE_DOUBLE = 0x002 "enableDoublePrecisionFloatOps",
        /// Depth and stencil are tested before the shader runs.
        EARLY_DEPTH_STENCIL = 0x004 "forceEarlyDepthStencil",
        /// Uses raw and structured buffers below shader model 5.
        RAW_AND_STRUCTURED = 0x008 "enableRawAndStructuredBuffers",
        /// The driver must not optimise.
        SKIP_OPTIMIZATION = 0x010 "skipOptimization",
        /// Uses minimum precision.
        MIN_PRECISION = 0x020 "enableMinimumPrecision",
        /// Uses the double operations of Direct3D 11.1.
        DOUBLE_EXTENSIONS = 0x040 "enable11_1DoubleExtensions",
        /// Uses the shader operations of Direct3D 11.1.
        SHADER_EXTENSIONS = 0x080 "enable11_1ShaderExtensions",
        /// Every resource is bound for as long as commands may use it.
        ALL_RESOURCES_BOUND = 0x100 "allResourcesBound",
    }
}
