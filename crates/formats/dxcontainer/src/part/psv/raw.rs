//! Records of `PSV0`, little-endian. The runtime info grew with its versions; each piece of it is a record.

use glassbox_core::{named, packed, record};

use crate::part::signature::raw::Mask;

/// Size of the runtime info of each version, from version 0 on.
pub const INFO_SIZES: [u32; 5] = [24, 36, 48, 52, 56];

record! {
    /// Stage information where the stage has none or is not known.
    pub struct AnyStage: 16 {
        /// Bytes that mean nothing.
        0x0 bytes: [u8; 16],
    }
}

record! {
    /// Stage information of a vertex shader.
    pub struct VertexStage: 16 {
        /// Whether the shader writes a position.
        0x0 position_present: u8,
        /// Zero.
        0x1 reserved: [u8; 15],
    }
}

record! {
    /// Stage information of a hull shader.
    pub struct HullStage: 16 {
        /// Control points that come in.
        0x0 input_control_points: u32,
        /// Control points that go out.
        0x4 output_control_points: u32,
        /// Tessellator domain.
        0x8 domain: Domain,
        /// What the tessellator makes.
        0xc output_primitive: TessellatorPrimitive,
    }
}

record! {
    /// Stage information of a domain shader.
    pub struct DomainStage: 16 {
        /// Control points that come in.
        0x0 input_control_points: u32,
        /// Whether the shader writes a position.
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
        /// Primitive that comes in.
        0x0 input_primitive: Primitive,
        /// Primitive that goes out.
        0x4 output_topology: Topology,
        /// Output streams, one bit each; never zero.
        0x8 stream_mask: u32,
        /// Whether the shader writes a position.
        0xc position_present: u8,
        /// Zero.
        0xd reserved: [u8; 3],
    }
}

record! {
    /// Stage information of a pixel shader.
    pub struct PixelStage: 16 {
        /// Whether the shader writes a depth.
        0x0 depth_output: u8,
        /// Whether the shader runs once a sample.
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
        /// Payload that comes in, bytes.
        0x8 payload: u32,
        /// Most vertices.
        0xc max_vertices: u16,
        /// Most primitives.
        0xe max_primitives: u16,
    }
}

record! {
    /// Stage information of an amplification shader.
    pub struct AmplificationStage: 16 {
        /// Payload that goes out, bytes.
        0x0 payload: u32,
        /// Zero.
        0x4 reserved: [u8; 12],
    }
}

record! {
    /// Wave sizes, behind the stage information.
    pub struct Waves: 8 {
        /// Fewest lanes of a wave; 0 when any number does.
        0x0 min_lanes: u32,
        /// Most lanes of a wave; 0xFFFFFFFF when any number does.
        0x4 max_lanes: u32,
    }
}

record! {
    /// Stage and counts, since version 1.
    pub struct Counts: 12 {
        /// Kind of the shader.
        0x0 stage: Stage,
        /// Whether the shader reads the view id.
        0x1 uses_view_id: u8,
        /// Hull and domain shaders: vectors of patch constants. Mesh shaders: vectors of primitives. Geometry shaders: the
        /// low byte of the most vertices.
        0x2 patch_vectors: u8,
        /// Mesh shaders: topology that goes out. Geometry shaders: the high byte of the most vertices.
        0x3 output_topology: MeshTopology,
        /// Elements of the input signature.
        0x4 inputs: u8,
        /// Elements of the output signature.
        0x5 outputs: u8,
        /// Elements of the patch-constant or primitive signature.
        0x6 patches: u8,
        /// Vectors of the input signature.
        0x7 input_vectors: u8,
        /// Vectors of the output signature, by stream.
        0x8 output_vectors: [u8; 4],
    }
}

record! {
    /// Stage and counts of a geometry shader, since version 1.
    pub struct GeometryCounts: 12 {
        /// Kind of the shader.
        0x0 stage: Stage,
        /// Whether the shader reads the view id.
        0x1 uses_view_id: u8,
        /// Most vertices.
        0x2 max_vertices: u16,
        /// Elements of the input signature.
        0x4 inputs: u8,
        /// Elements of the output signature.
        0x5 outputs: u8,
        /// Zero.
        0x6 patches: u8,
        /// Vectors of the input signature.
        0x7 input_vectors: u8,
        /// Vectors of the output signature, by stream.
        0x8 output_vectors: [u8; 4],
    }
}

record! {
    /// Threads of a group, since version 2; compute, mesh and amplification shaders.
    pub struct Threads: 12 {
        /// Along x.
        0x0 x: u32,
        /// Along y.
        0x4 y: u32,
        /// Along z.
        0x8 z: u32,
    }
}

record! {
    /// Name of the entry point, since version 3.
    pub struct Entry: 4 {
        /// Offset of the name in the string table, bytes.
        0x0 name: u32,
    }
}

record! {
    /// Group-shared memory, since version 4; compute, mesh and amplification shaders.
    pub struct Shared: 4 {
        /// Bytes.
        0x0 bytes: u32,
    }
}

record! {
    /// A bound resource.
    pub struct Resource: 16 {
        /// Type.
        0x0 resource_type: ResourceType,
        /// Register space.
        0x4 space: u32,
        /// First register.
        0x8 lower: u32,
        /// Last register, inclusive; 0xFFFFFFFF when there is no end.
        0xc upper: u32,
    }
}

record! {
    /// A bound resource, since version 2.
    pub struct Resource24: 24 {
        /// Type.
        0x00 resource_type: ResourceType,
        /// Register space.
        0x04 space: u32,
        /// First register.
        0x08 lower: u32,
        /// Last register, inclusive; 0xFFFFFFFF when there is no end.
        0x0c upper: u32,
        /// Kind.
        0x10 kind: ResourceKind,
        /// Flags.
        0x14 flags: ResourceFlags,
    }
}

record! {
    /// An element of a signature.
    pub struct Element: 16 {
        /// Offset of the semantic name in the string table, bytes; 0 for system values.
        0x0 name: u32,
        /// First of the element's semantic indices, one a row.
        0x4 indices: u32,
        /// Rows.
        0x8 rows: u8,
        /// First row.
        0x9 start_row: u8,
        /// Columns.
        0xa columns: Columns,
        /// What the element means to the pipeline.
        0xb semantic: SemanticKind,
        /// Type of a component, numbered as in the signatures.
        0xc component_type: ElementType,
        /// Interpolation.
        0xd interpolation: Interpolation,
        /// Components that are indexed dynamically, and the output stream.
        0xe dynamic: Dynamic,
        /// Zero.
        0xf reserved: u8,
    }
}

packed! {
    /// Columns of an element.
    pub struct Columns: u8 { columns: 4, start: 2, allocated: 1, reserved: 1 }
}

impl Columns {
    /// The components that the element takes.
    pub fn mask(self) -> Mask {
        let wide = (1u16 << self.columns().min(8)) - 1;
        Mask((wide << self.start()) as u8)
    }
}

packed! {
    /// Components that are indexed dynamically, and the output stream.
    pub struct Dynamic: u8 { mask: 4, stream: 2, reserved: 2 }
}

named! {
    /// A word of a table of dependencies, a bit for each component.
    pub flags Bits: u32 {}
}

named! {
    /// Kind of a shader, in a byte.
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
    /// What the tessellator makes.
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
    /// Topology that a mesh shader makes.
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
    /// Primitive that comes into a geometry shader; 8 to 39 are patches of 1 to 32 control points.
    pub enum Primitive: u32 {
        /// Points.
        POINT = 1 "point",
        /// Lines.
        LINE = 2 "line",
        /// Triangles.
        TRIANGLE = 3 "triangle",
        /// Lines with neighbours.
        LINE_ADJACENCY = 6 "line-adjacency",
        /// Triangles with neighbours.
        TRIANGLE_ADJACENCY = 7 "triangle-adjacency",
    }
}

named! {
    /// Primitive that goes out of a geometry shader.
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
        /// Typed view to read.
        SRV_TYPED = 3 "srv-typed",
        /// Raw view to read; acceleration structures too.
        SRV_RAW = 4 "srv-raw",
        /// Structured view to read.
        SRV_STRUCTURED = 5 "srv-structured",
        /// Typed view to read and write.
        UAV_TYPED = 6 "uav-typed",
        /// Raw view to read and write.
        UAV_RAW = 7 "uav-raw",
        /// Structured view to read and write.
        UAV_STRUCTURED = 8 "uav-structured",
        /// Structured view to read and write with a counter.
        UAV_STRUCTURED_COUNTER = 9 "uav-structured-counter",
    }
}

named! {
    /// Kind of a resource.
    pub enum ResourceKind: u32 {
        /// None.
        INVALID = 0 "invalid",
        /// One-dimensional texture.
        TEXTURE_1D = 1 "Texture1D",
        /// Two-dimensional texture.
        TEXTURE_2D = 2 "Texture2D",
        /// Two-dimensional texture with samples.
        TEXTURE_2D_MS = 3 "Texture2DMS",
        /// Three-dimensional texture.
        TEXTURE_3D = 4 "Texture3D",
        /// Cube texture.
        TEXTURE_CUBE = 5 "TextureCube",
        /// Array of one-dimensional textures.
        TEXTURE_1D_ARRAY = 6 "Texture1DArray",
        /// Array of two-dimensional textures.
        TEXTURE_2D_ARRAY = 7 "Texture2DArray",
        /// Array of two-dimensional textures with samples.
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
        /// 64-bit atomics are used on it.
        USED_BY_ATOMIC64 = 1 "used-by-atomic64",
    }
}

named! {
    /// What an element means to the pipeline.
    pub enum SemanticKind: u8 {
        /// Nothing: the name decides.
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
    /// Type of a component in a byte, numbered as in the signatures.
    pub enum ElementType: u8 {
        /// Not known.
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
    /// Interpolation of an element.
    pub enum Interpolation: u8 {
        /// Not defined.
        UNDEFINED = 0 "undefined",
        /// Constant.
        CONSTANT = 1 "constant",
        /// Linear.
        LINEAR = 2 "linear",
        /// Linear, at the centroid.
        LINEAR_CENTROID = 3 "linear-centroid",
        /// Linear without perspective.
        LINEAR_NO_PERSPECTIVE = 4 "linear-noperspective",
        /// Linear without perspective, at the centroid.
        LINEAR_NO_PERSPECTIVE_CENTROID = 5 "linear-noperspective-centroid",
        /// Linear, at the sample.
        LINEAR_SAMPLE = 6 "linear-sample",
        /// Linear without perspective, at the sample.
        LINEAR_NO_PERSPECTIVE_SAMPLE = 7 "linear-noperspective-sample",
    }
}
