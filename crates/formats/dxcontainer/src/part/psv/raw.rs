//! Records of `PSV0`, little-endian. Each version appends a record to the runtime info.

use glassbox_core::{named, packed, record};

use crate::part::signature::raw::Mask;

/// Size of the runtime info by version, bytes.
pub const INFO_SIZES: [u32; 5] = [24, 36, 48, 52, 56];

record! {
    /// Stage information of a stage that has none or is unknown.
    pub struct AnyStage: 16 {
        /// Uninterpreted bytes.
        0x0 bytes: [u8; 16],
    }
}

record! {
    /// Stage information of a vertex shader.
    pub struct VertexStage: 16 {
        /// Nonzero if the shader outputs a position.
        0x0 position_present: u8,
        /// Zero.
        0x1 reserved: [u8; 15],
    }
}

record! {
    /// Stage information of a hull shader.
    pub struct HullStage: 16 {
        /// Number of input control points.
        0x0 input_control_points: u32,
        /// Number of output control points.
        0x4 output_control_points: u32,
        /// Tessellator domain.
        0x8 domain: Domain,
        /// Tessellator output primitive.
        0xc output_primitive: TessellatorPrimitive,
    }
}

record! {
    /// Stage information of a domain shader.
    pub struct DomainStage: 16 {
        /// Number of input control points.
        0x0 input_control_points: u32,
        /// Nonzero if the shader outputs a position.
        0x4 position_present: u8,
        /// Zero.
        0x5 reserved: [u8; 3],
        /// Tessellator domain.
        0x8 domain: Domain,
        /// Zero.
        0xc unused: [u8; 4],
    }
}

record! {
    /// Stage information of a geometry shader.
    pub struct GeometryStage: 16 {
        /// Input primitive.
        0x0 input_primitive: Primitive,
        /// Output primitive topology.
        0x4 output_topology: Topology,
        /// Output streams, one bit per stream; never zero.
        0x8 stream_mask: u32,
        /// Nonzero if the shader outputs a position.
        0xc position_present: u8,
        /// Zero.
        0xd reserved: [u8; 3],
    }
}

record! {
    /// Stage information of a pixel shader.
    pub struct PixelStage: 16 {
        /// Nonzero if the shader outputs a depth.
        0x0 depth_output: u8,
        /// Nonzero if the shader runs per sample.
        0x1 sample_frequency: u8,
        /// Zero.
        0x2 reserved: [u8; 14],
    }
}

record! {
    /// Stage information of a mesh shader.
    pub struct MeshStage: 16 {
        /// Group-shared memory, bytes.
        0x0 group_shared: u32,
        /// Group-shared memory that depends on the view id, bytes.
        0x4 group_shared_by_view: u32,
        /// Input payload size, bytes.
        0x8 payload: u32,
        /// Maximum number of output vertices.
        0xc max_vertices: u16,
        /// Maximum number of output primitives.
        0xe max_primitives: u16,
    }
}

record! {
    /// Stage information of an amplification shader.
    pub struct AmplificationStage: 16 {
        /// Output payload size, bytes.
        0x0 payload: u32,
        /// Zero.
        0x4 reserved: [u8; 12],
    }
}

record! {
    /// Range of wave sizes, after the stage information.
    pub struct Waves: 8 {
        /// Minimum number of lanes; 0 if unrestricted.
        0x0 min_lanes: u32,
        /// Maximum number of lanes; 0xFFFFFFFF if unrestricted.
        0x4 max_lanes: u32,
    }
}

record! {
    /// Stage and counts, since version 1.
    pub struct Counts: 12 {
        /// Shader kind.
        0x0 stage: Stage,
        /// Nonzero if the shader reads the view id.
        0x1 uses_view_id: u8,
        /// Hull and domain shaders: number of patch-constant vectors. Mesh shaders: number of primitive vectors.
        /// Geometry shaders: low byte of the maximum vertex count.
        0x2 patch_vectors: u8,
        /// Mesh shaders: output topology. Geometry shaders: high byte of the maximum vertex count.
        0x3 output_topology: MeshTopology,
        /// Number of elements in the input signature.
        0x4 inputs: u8,
        /// Number of elements in the output signature.
        0x5 outputs: u8,
        /// Number of elements in the patch-constant or primitive signature.
        0x6 patches: u8,
        /// Number of vectors in the input signature.
        0x7 input_vectors: u8,
        /// Number of vectors in the output signature, per stream.
        0x8 output_vectors: [u8; 4],
    }
}

record! {
    /// Stage and counts of a geometry shader, since version 1.
    pub struct GeometryCounts: 12 {
        /// Shader kind.
        0x0 stage: Stage,
        /// Nonzero if the shader reads the view id.
        0x1 uses_view_id: u8,
        /// Maximum number of output vertices.
        0x2 max_vertices: u16,
        /// Number of elements in the input signature.
        0x4 inputs: u8,
        /// Number of elements in the output signature.
        0x5 outputs: u8,
        /// Zero.
        0x6 patches: u8,
        /// Number of vectors in the input signature.
        0x7 input_vectors: u8,
        /// Number of vectors in the output signature, per stream.
        0x8 output_vectors: [u8; 4],
    }
}

record! {
    /// Thread group size, since version 2; compute, mesh and amplification shaders.
    pub struct Threads: 12 {
        /// Threads along x.
        0x0 x: u32,
        /// Threads along y.
        0x4 y: u32,
        /// Threads along z.
        0x8 z: u32,
    }
}

record! {
    /// Entry point name, since version 3.
    pub struct Entry: 4 {
        /// Offset of the name in the string table, bytes.
        0x0 name: u32,
    }
}

record! {
    /// Group-shared memory, since version 4; compute, mesh and amplification shaders.
    pub struct Shared: 4 {
        /// Group-shared memory size, bytes.
        0x0 bytes: u32,
    }
}

record! {
    /// A bound resource.
    pub struct Resource: 16 {
        /// Resource type.
        0x0 resource_type: ResourceType,
        /// Register space.
        0x4 space: u32,
        /// First register.
        0x8 lower: u32,
        /// Last register, inclusive; 0xFFFFFFFF if unbounded.
        0xc upper: u32,
    }
}

record! {
    /// Bound resource, since version 2.
    pub struct Resource24: 24 {
        /// Resource type.
        0x00 resource_type: ResourceType,
        /// Register space.
        0x04 space: u32,
        /// First register.
        0x08 lower: u32,
        /// Last register, inclusive; 0xFFFFFFFF if unbounded.
        0x0c upper: u32,
        /// Resource kind.
        0x10 kind: ResourceKind,
        /// Resource flags.
        0x14 flags: ResourceFlags,
    }
}

record! {
    /// An element of a signature.
    pub struct Element: 16 {
        /// Offset of the semantic name in the string table, bytes; 0 for system values.
        0x0 name: u32,
        /// Index of the first semantic index; one per row.
        0x4 indices: u32,
        /// Number of rows.
        0x8 rows: u8,
        /// First row; valid if allocated.
        0x9 start_row: u8,
        /// Number of columns, first column, allocation flag.
        0xa columns: Columns,
        /// System value, or arbitrary.
        0xb semantic: SemanticKind,
        /// Component type, in signature numbering.
        0xc component_type: ElementType,
        /// Interpolation mode.
        0xd interpolation: Interpolation,
        /// Dynamically indexed components, and the output stream.
        0xe dynamic: Dynamic,
        /// Zero.
        0xf reserved: u8,
    }
}

packed! {
    /// Number of columns, first column, allocation flag.
    pub struct Columns: u8 { columns: 4, start: 2, allocated: 1, reserved: 1 }
}

impl Columns {
    /// Components occupied by the element.
    pub fn mask(self) -> Mask {
        let wide = (1u16 << self.columns().min(8)) - 1;
        Mask((wide << self.start()) as u8)
    }
}

packed! {
    /// Dynamically indexed components, and the output stream.
    pub struct Dynamic: u8 { mask: 4, stream: 2, reserved: 2 }
}

named! {
    /// Word of a dependency table, one bit per component.
    pub flags Bits: u32 {}
}

named! {
    /// Shader kind, one byte.
    pub enum Stage: u8 {
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
        /// Mesh shader.
        MESH = 13 "mesh",
        /// Amplification shader.
        AMPLIFICATION = 14 "amplification",
    }
}

named! {
    /// Tessellator domain.
    pub enum Domain: u32 {
        /// Isolines.
        ISOLINE = 1 "isoline",
        /// Triangles.
        TRIANGLE = 2 "triangle",
        /// Quads.
        QUAD = 3 "quad",
    }
}

named! {
    /// Tessellator output primitive.
    pub enum TessellatorPrimitive: u32 {
        /// Points.
        POINT = 1 "point",
        /// Lines.
        LINE = 2 "line",
        /// Clockwise triangles.
        CLOCKWISE = 3 "triangle-cw",
        /// Counter-clockwise triangles.
        COUNTER_CLOCKWISE = 4 "triangle-ccw",
    }
}

named! {
    /// Output topology of a mesh shader.
    pub enum MeshTopology: u8 {
        /// None.
        NONE = 0 "none",
        /// Lines.
        LINE = 1 "line",
        /// Triangles.
        TRIANGLE = 2 "triangle",
    }
}

named! {
    /// Input primitive of a geometry shader; 8 to 39 are patches of 1 to 32 control points.
    pub enum Primitive: u32 {
        /// Points.
        POINT = 1 "point",
        /// Lines.
        LINE = 2 "line",
        /// Triangles.
        TRIANGLE = 3 "triangle",
        /// Lines with adjacency.
        LINE_ADJACENCY = 6 "line-adjacency",
        /// Triangles with adjacency.
        TRIANGLE_ADJACENCY = 7 "triangle-adjacency",
    }
}

named! {
    /// Output primitive topology of a geometry shader.
    pub enum Topology: u32 {
        /// Points.
        POINTS = 1 "point-list",
        /// Lines.
        LINES = 2 "line-list",
        /// Line strips.
        LINE_STRIP = 3 "line-strip",
        /// Triangles.
        TRIANGLES = 4 "triangle-list",
        /// Triangle strips.
        TRIANGLE_STRIP = 5 "triangle-strip",
    }
}

named! {
    /// Type of a bound resource.
    pub enum ResourceType: u32 {
        /// Sampler.
        SAMPLER = 1 "sampler",
        /// Constant buffer.
        CBV = 2 "cbv",
        /// Typed read-only view (SRV).
        SRV_TYPED = 3 "srv-typed",
        /// Raw read-only view (SRV), also for acceleration structures.
        SRV_RAW = 4 "srv-raw",
        /// Structured read-only view (SRV).
        SRV_STRUCTURED = 5 "srv-structured",
        /// Typed read-write view (UAV).
        UAV_TYPED = 6 "uav-typed",
        /// Raw read-write view (UAV).
        UAV_RAW = 7 "uav-raw",
        /// Structured read-write view (UAV).
        UAV_STRUCTURED = 8 "uav-structured",
        /// Structured read-write view (UAV) with a counter.
        UAV_STRUCTURED_COUNTER = 9 "uav-structured-counter",
    }
}

named! {
    /// Kind of a resource.
    pub enum ResourceKind: u32 {
        /// Not a resource.
        INVALID = 0 "invalid",
        /// One-dimensional texture.
        TEXTURE_1D = 1 "Texture1D",
        /// Two-dimensional texture.
        TEXTURE_2D = 2 "Texture2D",
        /// Multisampled two-dimensional texture.
        TEXTURE_2D_MS = 3 "Texture2DMS",
        /// Three-dimensional texture.
        TEXTURE_3D = 4 "Texture3D",
        /// Cube texture.
        TEXTURE_CUBE = 5 "TextureCube",
        /// Array of one-dimensional textures.
        TEXTURE_1D_ARRAY = 6 "Texture1DArray",
        /// Array of two-dimensional textures.
        TEXTURE_2D_ARRAY = 7 "Texture2DArray",
        /// Array of multisampled two-dimensional textures.
        TEXTURE_2D_MS_ARRAY = 8 "Texture2DMSArray",
        /// Array of cube textures.
        TEXTURE_CUBE_ARRAY = 9 "TextureCubeArray",
        /// Typed buffer.
        TYPED_BUFFER = 10 "TypedBuffer",
        /// Raw buffer.
        RAW_BUFFER = 11 "RawBuffer",
        /// Structured buffer.
        STRUCTURED_BUFFER = 12 "StructuredBuffer",
        /// Constant buffer.
        CBUFFER = 13 "CBuffer",
        /// Sampler.
        SAMPLER = 14 "Sampler",
        /// Texture buffer.
        TBUFFER = 15 "TBuffer",
        /// Ray tracing acceleration structure.
        ACCELERATION_STRUCTURE = 16 "RTAccelerationStructure",
        /// Sampler feedback of a two-dimensional texture.
        FEEDBACK_TEXTURE_2D = 17 "FeedbackTexture2D",
        /// Sampler feedback of an array of two-dimensional textures.
        FEEDBACK_TEXTURE_2D_ARRAY = 18 "FeedbackTexture2DArray",
    }
}

named! {
    /// Flags of a bound resource.
    pub flags ResourceFlags: u32 {
        /// Accessed by 64-bit atomics.
        USED_BY_ATOMIC64 = 1 "used-by-atomic64",
    }
}

named! {
    /// System value of a signature element.
    pub enum SemanticKind: u8 {
        /// No system value: identified by its name.
        ARBITRARY = 0 "Arbitrary",
        /// `SV_VertexID`.
        VERTEX_ID = 1 "VertexID",
        /// `SV_InstanceID`.
        INSTANCE_ID = 2 "InstanceID",
        /// `SV_Position`.
        POSITION = 3 "Position",
        /// `SV_RenderTargetArrayIndex`.
        RENDER_TARGET_ARRAY_INDEX = 4 "RenderTargetArrayIndex",
        /// `SV_ViewportArrayIndex`.
        VIEWPORT_ARRAY_INDEX = 5 "ViewportArrayIndex",
        /// `SV_ClipDistance`.
        CLIP_DISTANCE = 6 "ClipDistance",
        /// `SV_CullDistance`.
        CULL_DISTANCE = 7 "CullDistance",
        /// `SV_OutputControlPointID`.
        OUTPUT_CONTROL_POINT_ID = 8 "OutputControlPointID",
        /// `SV_DomainLocation`.
        DOMAIN_LOCATION = 9 "DomainLocation",
        /// `SV_PrimitiveID`.
        PRIMITIVE_ID = 10 "PrimitiveID",
        /// `SV_GSInstanceID`.
        GS_INSTANCE_ID = 11 "GSInstanceID",
        /// `SV_SampleIndex`.
        SAMPLE_INDEX = 12 "SampleIndex",
        /// `SV_IsFrontFace`.
        IS_FRONT_FACE = 13 "IsFrontFace",
        /// `SV_Coverage`.
        COVERAGE = 14 "Coverage",
        /// `SV_InnerCoverage`.
        INNER_COVERAGE = 15 "InnerCoverage",
        /// `SV_Target`.
        TARGET = 16 "Target",
        /// `SV_Depth`.
        DEPTH = 17 "Depth",
        /// `SV_DepthLessEqual`.
        DEPTH_LESS_EQUAL = 18 "DepthLessEqual",
        /// `SV_DepthGreaterEqual`.
        DEPTH_GREATER_EQUAL = 19 "DepthGreaterEqual",
        /// `SV_StencilRef`.
        STENCIL_REF = 20 "StencilRef",
        /// `SV_DispatchThreadID`.
        DISPATCH_THREAD_ID = 21 "DispatchThreadID",
        /// `SV_GroupID`.
        GROUP_ID = 22 "GroupID",
        /// `SV_GroupIndex`.
        GROUP_INDEX = 23 "GroupIndex",
        /// `SV_GroupThreadID`.
        GROUP_THREAD_ID = 24 "GroupThreadID",
        /// `SV_TessFactor`.
        TESS_FACTOR = 25 "TessFactor",
        /// `SV_InsideTessFactor`.
        INSIDE_TESS_FACTOR = 26 "InsideTessFactor",
        /// `SV_ViewID`.
        VIEW_ID = 27 "ViewID",
        /// `SV_Barycentrics`.
        BARYCENTRICS = 28 "Barycentrics",
        /// `SV_ShadingRate`.
        SHADING_RATE = 29 "ShadingRate",
        /// `SV_CullPrimitive`.
        CULL_PRIMITIVE = 30 "CullPrimitive",
        /// `SV_StartVertexLocation`.
        START_VERTEX_LOCATION = 31 "StartVertexLocation",
        /// `SV_StartInstanceLocation`.
        START_INSTANCE_LOCATION = 32 "StartInstanceLocation",
    }
}

named! {
    /// Component type in one byte, in signature numbering.
    pub enum ElementType: u8 {
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
    /// Interpolation mode of an element.
    pub enum Interpolation: u8 {
        /// Not defined.
        UNDEFINED = 0 "undefined",
        /// Constant.
        CONSTANT = 1 "constant",
        /// Linear.
        LINEAR = 2 "linear",
        /// Linear, at the centroid.
        LINEAR_CENTROID = 3 "linear-centroid",
        /// Linear, no perspective.
        LINEAR_NO_PERSPECTIVE = 4 "linear-noperspective",
        /// Linear, no perspective, at the centroid.
        LINEAR_NO_PERSPECTIVE_CENTROID = 5 "linear-noperspective-centroid",
        /// Linear, per sample.
        LINEAR_SAMPLE = 6 "linear-sample",
        /// Linear, no perspective, per sample.
        LINEAR_NO_PERSPECTIVE_SAMPLE = 7 "linear-noperspective-sample",
    }
}
