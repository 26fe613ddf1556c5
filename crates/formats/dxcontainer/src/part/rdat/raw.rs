//! Records of `RDAT`, little-endian: the header, and a row type a table. References are offsets into the string buffer, word
//! indices into the index arrays, row numbers, or offset and size in the raw bytes; 0xFFFFFFFF is none.

use glassbox_core::{named, packed, record};

use crate::part::psv::raw::{Interpolation, ResourceKind, SemanticKind};

/// The reference to nothing.
pub const NONE: u32 = 0xFFFF_FFFF;
/// The oldest version whose layout is the one described here.
pub const VERSION: u32 = 0x10;

record! {
    /// Start of the part.
    pub struct Header: 8 {
        /// Version, 0x10.
        0x0 version: u32,
        /// Number of tables; an offset for each follows.
        0x4 count: u32,
    }
}

record! {
    /// Start of a table.
    pub struct Head: 8 {
        /// What the table holds.
        0x0 table: TableType,
        /// Bytes behind this record, padding to a multiple of four included.
        0x4 size: u32,
    }
}

record! {
    /// Start of a table with rows.
    pub struct Shape: 8 {
        /// Number of rows.
        0x0 count: u32,
        /// Distance of two rows, bytes.
        0x4 stride: u32,
    }
}

record! {
    /// A resource.
    pub struct Resource: 32 {
        /// Class.
        0x00 class: ResourceClass,
        /// Kind.
        0x04 kind: ResourceKind,
        /// Number within its class.
        0x08 id: u32,
        /// Register space.
        0x0c space: u32,
        /// First register.
        0x10 lower: u32,
        /// Last register, inclusive; 0xFFFFFFFF when there is no end.
        0x14 upper: u32,
        /// Name.
        0x18 name: u32,
        /// Flags.
        0x1c flags: ResourceFlags,
    }
}

record! {
    /// A function, up to validator version 1.7.
    pub struct Function: 44 {
        /// Name in the module.
        0x00 name: u32,
        /// Name without mangling.
        0x04 unmangled: u32,
        /// Index array of the resources it uses.
        0x08 resources: u32,
        /// Index array of the names of functions it calls that the module does not define.
        0x0c dependencies: u32,
        /// Kind; a plain function has kind library.
        0x10 kind: FunctionKind,
        /// Payload, or parameters of a callable shader, bytes.
        0x14 payload: u32,
        /// Attributes, bytes.
        0x18 attributes: u32,
        /// Feature flags, low half.
        0x1c features_low: Flags,
        /// Feature flags, high half.
        0x20 features_high: Flags,
        /// Stages that may call it, a bit for each kind.
        0x24 stage_mask: Flags,
        /// Least shader model and kind, as a program version.
        0x28 min_target: Target,
    }
}

record! {
    /// A function, since validator version 1.8.
    pub struct Function52: 52 {
        /// Name in the module.
        0x00 name: u32,
        /// Name without mangling.
        0x04 unmangled: u32,
        /// Index array of the resources it uses.
        0x08 resources: u32,
        /// Index array of the names of functions it calls that the module does not define.
        0x0c dependencies: u32,
        /// Kind; a plain function has kind library.
        0x10 kind: FunctionKind,
        /// Payload, or parameters of a callable shader, bytes.
        0x14 payload: u32,
        /// Attributes, bytes.
        0x18 attributes: u32,
        /// Feature flags, low half.
        0x1c features_low: Flags,
        /// Feature flags, high half.
        0x20 features_high: Flags,
        /// Stages that may call it, a bit for each kind.
        0x24 stage_mask: Flags,
        /// Least shader model and kind, as a program version.
        0x28 min_target: Target,
        /// Fewest lanes of a wave.
        0x2c min_wave: u8,
        /// Most lanes of a wave.
        0x2d max_wave: u8,
        /// Flags of an entry point.
        0x2e shader_flags: ShaderFlags,
        /// Row of the table of its kind.
        0x30 info: u32,
    }
}

record! {
    /// A subobject of a kind that is not known.
    pub struct Subobject: 24 {
        /// Kind.
        0x0 kind: SubobjectKind,
        /// Name.
        0x4 name: u32,
        /// Content.
        0x8 content: [u8; 16],
    }
}

record! {
    /// Flags of a state object.
    pub struct StateObjectConfig: 24 {
        /// Kind.
        0x0 kind: SubobjectKind,
        /// Name.
        0x4 name: u32,
        /// Flags.
        0x8 flags: Flags,
        /// Zero.
        0xc unused: [u8; 12],
    }
}

record! {
    /// A root signature.
    pub struct RootSignatureSubobject: 24 {
        /// Kind.
        0x0 kind: SubobjectKind,
        /// Name.
        0x4 name: u32,
        /// Offset of the root signature in the raw bytes.
        0x8 offset: u32,
        /// Its size, bytes.
        0xc size: u32,
        /// Zero.
        0x10 unused: [u8; 8],
    }
}

record! {
    /// Which exports a subobject belongs to.
    pub struct Association: 24 {
        /// Kind.
        0x0 kind: SubobjectKind,
        /// Name.
        0x4 name: u32,
        /// Name of the subobject.
        0x8 subobject: u32,
        /// Index array of the names of the exports.
        0xc exports: u32,
        /// Zero.
        0x10 unused: [u8; 8],
    }
}

record! {
    /// Sizes of ray tracing shaders.
    pub struct ShaderConfig: 24 {
        /// Kind.
        0x0 kind: SubobjectKind,
        /// Name.
        0x4 name: u32,
        /// Largest payload, bytes.
        0x8 max_payload: u32,
        /// Largest attributes, bytes.
        0xc max_attributes: u32,
        /// Zero.
        0x10 unused: [u8; 8],
    }
}

record! {
    /// Depth of a ray tracing pipeline.
    pub struct PipelineConfig: 24 {
        /// Kind.
        0x0 kind: SubobjectKind,
        /// Name.
        0x4 name: u32,
        /// Deepest recursion.
        0x8 depth: u32,
        /// Zero.
        0xc unused: [u8; 12],
    }
}

record! {
    /// Depth and flags of a ray tracing pipeline.
    pub struct PipelineConfig1: 24 {
        /// Kind.
        0x0 kind: SubobjectKind,
        /// Name.
        0x4 name: u32,
        /// Deepest recursion.
        0x8 depth: u32,
        /// Flags.
        0xc flags: PipelineFlags,
        /// Zero.
        0x10 unused: [u8; 8],
    }
}

record! {
    /// Shaders of a hit group.
    pub struct HitGroup: 24 {
        /// Kind.
        0x0 kind: SubobjectKind,
        /// Name.
        0x4 name: u32,
        /// What is hit.
        0x8 hit_type: HitType,
        /// Name of the any-hit shader.
        0xc any_hit: u32,
        /// Name of the closest-hit shader.
        0x10 closest_hit: u32,
        /// Name of the intersection shader.
        0x14 intersection: u32,
    }
}

record! {
    /// Identity of a node.
    pub struct NodeName: 8 {
        /// Name.
        0x0 name: u32,
        /// Number in an array of nodes.
        0x4 index: u32,
    }
}

record! {
    /// An attribute of an input or output of a node.
    pub struct NodeAttribute: 8 {
        /// Kind.
        0x0 kind: NodeAttributeKind,
        /// Value, or a reference, as the kind says.
        0x4 value: u32,
    }
}

record! {
    /// Where the dispatch grid stands in the record of a node.
    pub struct RecordGrid: 8 {
        /// Kind.
        0x0 kind: NodeAttributeKind,
        /// Offset in the record, bytes.
        0x4 offset: u16,
        /// Components and their type.
        0x6 layout: GridLayout,
    }
}

record! {
    /// An attribute of a node's function.
    pub struct FunctionAttribute: 8 {
        /// Kind.
        0x0 kind: FunctionAttributeKind,
        /// Value, or a reference, as the kind says.
        0x4 value: u32,
    }
}

record! {
    /// An input or output of a node.
    pub struct NodePort: 8 {
        /// What it carries.
        0x0 flags: PortFlags,
        /// Index array of its attributes.
        0x4 attributes: u32,
    }
}

record! {
    /// A node.
    pub struct NodeInfo: 20 {
        /// How it is launched.
        0x00 launch: LaunchType,
        /// Group-shared memory, bytes.
        0x04 group_shared: u32,
        /// Index array of its function's attributes.
        0x08 attributes: u32,
        /// Index array of its outputs.
        0x0c outputs: u32,
        /// Index array of its inputs.
        0x10 inputs: u32,
    }
}

record! {
    /// An element of a signature.
    pub struct SignatureElement: 16 {
        /// Semantic name.
        0x0 name: u32,
        /// Index array of the semantic indices.
        0x4 indices: u32,
        /// What it means to the pipeline.
        0x8 semantic: SemanticKind,
        /// Type of a component, in the numbering of DXIL.
        0x9 component_type: DxilType,
        /// Interpolation.
        0xa interpolation: Interpolation,
        /// First row; 0xFF for none.
        0xb start_row: u8,
        /// Columns and stream.
        0xc columns: ElementColumns,
        /// Components that are used and that are indexed dynamically.
        0xd usage: ElementUsage,
        /// Zero.
        0xe unused: [u8; 2],
    }
}

record! {
    /// Signatures of a vertex shader.
    pub struct VertexInfo: 16 {
        /// Index array of the inputs.
        0x0 inputs: u32,
        /// Index array of the outputs.
        0x4 outputs: u32,
        /// Offset of the outputs that depend on the view id, in the raw bytes.
        0x8 view_mask: u32,
        /// Their size, bytes.
        0xc view_mask_size: u32,
    }
}

record! {
    /// Signatures of a pixel shader.
    pub struct PixelInfo: 8 {
        /// Index array of the inputs.
        0x0 inputs: u32,
        /// Index array of the outputs.
        0x4 outputs: u32,
    }
}

record! {
    /// Signatures of a hull shader.
    pub struct HullInfo: 48 {
        /// Index array of the inputs.
        0x00 inputs: u32,
        /// Index array of the outputs.
        0x04 outputs: u32,
        /// Index array of the patch constants.
        0x08 patches: u32,
        /// Offset of the outputs that depend on the view id, in the raw bytes.
        0x0c view_mask: u32,
        /// Their size, bytes.
        0x10 view_mask_size: u32,
        /// Offset of the patch constants that depend on the view id.
        0x14 view_patch_mask: u32,
        /// Their size, bytes.
        0x18 view_patch_mask_size: u32,
        /// Offset of the dependencies of outputs on inputs.
        0x1c input_to_output: u32,
        /// Their size, bytes.
        0x20 input_to_output_size: u32,
        /// Offset of the dependencies of patch constants on inputs.
        0x24 input_to_patch: u32,
        /// Their size, bytes.
        0x28 input_to_patch_size: u32,
        /// Control points that come in.
        0x2c input_control_points: u8,
        /// Control points that go out.
        0x2d output_control_points: u8,
        /// Tessellator domain.
        0x2e domain: u8,
        /// What the tessellator makes.
        0x2f output_primitive: u8,
    }
}

record! {
    /// Signatures of a domain shader.
    pub struct DomainInfo: 40 {
        /// Index array of the inputs.
        0x00 inputs: u32,
        /// Index array of the outputs.
        0x04 outputs: u32,
        /// Index array of the patch constants.
        0x08 patches: u32,
        /// Offset of the outputs that depend on the view id, in the raw bytes.
        0x0c view_mask: u32,
        /// Their size, bytes.
        0x10 view_mask_size: u32,
        /// Offset of the dependencies of outputs on inputs.
        0x14 input_to_output: u32,
        /// Their size, bytes.
        0x18 input_to_output_size: u32,
        /// Offset of the dependencies of outputs on patch constants.
        0x1c patch_to_output: u32,
        /// Their size, bytes.
        0x20 patch_to_output_size: u32,
        /// Control points that come in.
        0x24 input_control_points: u8,
        /// Tessellator domain.
        0x25 domain: u8,
        /// Zero.
        0x26 unused: [u8; 2],
    }
}

record! {
    /// Signatures of a geometry shader.
    pub struct GeometryInfo: 28 {
        /// Index array of the inputs.
        0x00 inputs: u32,
        /// Index array of the outputs.
        0x04 outputs: u32,
        /// Offset of the outputs that depend on the view id, in the raw bytes.
        0x08 view_mask: u32,
        /// Their size, bytes.
        0x0c view_mask_size: u32,
        /// Offset of the dependencies of outputs on inputs.
        0x10 input_to_output: u32,
        /// Their size, bytes.
        0x14 input_to_output_size: u32,
        /// Primitive that comes in.
        0x18 input_primitive: u8,
        /// Primitive that goes out.
        0x19 output_topology: u8,
        /// Most vertices.
        0x1a max_vertices: u8,
        /// Output streams, a bit each.
        0x1b stream_mask: u8,
    }
}

record! {
    /// Threads of a compute shader.
    pub struct ComputeInfo: 8 {
        /// Index array of the numbers of threads.
        0x0 threads: u32,
        /// Group-shared memory, bytes.
        0x4 group_shared: u32,
    }
}

record! {
    /// Signatures of a mesh shader.
    pub struct MeshInfo: 48 {
        /// Index array of the outputs.
        0x00 outputs: u32,
        /// Index array of the primitives' outputs.
        0x04 primitives: u32,
        /// Offset of the outputs that depend on the view id, in the raw bytes.
        0x08 view_mask: u32,
        /// Their size, bytes.
        0x0c view_mask_size: u32,
        /// Offset of the primitives' outputs that depend on the view id.
        0x10 view_primitive_mask: u32,
        /// Their size, bytes.
        0x14 view_primitive_mask_size: u32,
        /// Index array of the numbers of threads.
        0x18 threads: u32,
        /// Group-shared memory, bytes.
        0x1c group_shared: u32,
        /// Group-shared memory that depends on the view id, bytes.
        0x20 group_shared_by_view: u32,
        /// Payload that comes in, bytes.
        0x24 payload: u32,
        /// Most vertices.
        0x28 max_vertices: u16,
        /// Most primitives.
        0x2a max_primitives: u16,
        /// Topology that goes out.
        0x2c output_topology: u8,
        /// Zero.
        0x2d unused: [u8; 3],
    }
}

record! {
    /// Threads of an amplification shader.
    pub struct AmplificationInfo: 12 {
        /// Index array of the numbers of threads.
        0x0 threads: u32,
        /// Group-shared memory, bytes.
        0x4 group_shared: u32,
        /// Payload that goes out, bytes.
        0x8 payload: u32,
    }
}

record! {
    /// What a debug file says of its shader.
    pub struct PdbInfo: 44 {
        /// Index array of the sources.
        0x00 sources: u32,
        /// Index array of the libraries.
        0x04 libraries: u32,
        /// Index array of the arguments, name and value in turn.
        0x08 arguments: u32,
        /// Offset of the hash in the raw bytes.
        0x0c hash: u32,
        /// Its size, bytes.
        0x10 hash_size: u32,
        /// Name of the debug file.
        0x14 pdb_name: u32,
        /// Id of a toolchain with data of its own.
        0x18 toolchain: u32,
        /// Offset of that data.
        0x1c toolchain_data: u32,
        /// Its size, bytes.
        0x20 toolchain_data_size: u32,
        /// Offset of the whole program.
        0x24 program: u32,
        /// Its size, bytes.
        0x28 program_size: u32,
    }
}

record! {
    /// A source file.
    pub struct PdbSource: 8 {
        /// Name.
        0x0 name: u32,
        /// Content.
        0x4 content: u32,
    }
}

record! {
    /// A library that was linked.
    pub struct PdbLibrary: 12 {
        /// Name.
        0x0 name: u32,
        /// Offset of its data in the raw bytes.
        0x4 data: u32,
        /// Its size, bytes.
        0x8 data_size: u32,
    }
}

packed! {
    /// Components of a dispatch grid and their type, in the numbering of DXIL.
    pub struct GridLayout: u16 { components: 2, component_type: 14 }
}

packed! {
    /// Columns and stream of a signature element.
    pub struct ElementColumns: u8 { columns_less_one: 2, start: 2, stream: 2, reserved: 2 }
}

packed! {
    /// Components of a signature element that are used, and that are indexed dynamically.
    pub struct ElementUsage: u8 { usage: 4, dynamic: 4 }
}

packed! {
    /// A program version: shader model and kind.
    pub struct Target: u32 { minor: 4, major: 4, reserved: 8, kind: 16 }
}

named! {
    /// Bits whose names depend on the place.
    pub flags Flags: u32 {}
}

named! {
    /// What a table holds.
    pub enum TableType: u32 {
        /// Strings.
        STRINGS = 1 "StringBuffer",
        /// Index arrays.
        INDICES = 2 "IndexArrays",
        /// Resources.
        RESOURCES = 3 "ResourceTable",
        /// Functions.
        FUNCTIONS = 4 "FunctionTable",
        /// Bytes.
        BYTES = 5 "RawBytes",
        /// Subobjects.
        SUBOBJECTS = 6 "SubobjectTable",
        /// Identities of nodes.
        NODE_NAMES = 7 "NodeIDTable",
        /// Attributes of inputs and outputs of nodes.
        NODE_ATTRIBUTES = 8 "NodeShaderIOAttribTable",
        /// Attributes of the functions of nodes.
        FUNCTION_ATTRIBUTES = 9 "NodeShaderFuncAttribTable",
        /// Inputs and outputs of nodes.
        NODE_PORTS = 10 "IONodeTable",
        /// Nodes.
        NODES = 11 "NodeShaderInfoTable",
        /// Reserved.
        RESERVED = 12 "Reserved",
        /// Elements of signatures.
        SIGNATURE_ELEMENTS = 13 "SignatureElementTable",
        /// Vertex shaders.
        VERTEX_INFOS = 14 "VSInfoTable",
        /// Pixel shaders.
        PIXEL_INFOS = 15 "PSInfoTable",
        /// Hull shaders.
        HULL_INFOS = 16 "HSInfoTable",
        /// Domain shaders.
        DOMAIN_INFOS = 17 "DSInfoTable",
        /// Geometry shaders.
        GEOMETRY_INFOS = 18 "GSInfoTable",
        /// Compute shaders.
        COMPUTE_INFOS = 19 "CSInfoTable",
        /// Mesh shaders.
        MESH_INFOS = 20 "MSInfoTable",
        /// Amplification shaders.
        AMPLIFICATION_INFOS = 21 "ASInfoTable",
        /// What a debug file says of its shader.
        PDB_INFOS = 0x10001 "DxilPdbInfoTable",
        /// Source files.
        PDB_SOURCES = 0x10002 "DxilPdbInfoSourceTable",
        /// Libraries.
        PDB_LIBRARIES = 0x10003 "DxilPdbInfoLibraryTable",
    }
}

named! {
    /// Class of a resource.
    pub enum ResourceClass: u32 {
        /// View to read.
        SRV = 0 "srv",
        /// View to read and write.
        UAV = 1 "uav",
        /// Constant buffer.
        CBV = 2 "cbv",
        /// Sampler.
        SAMPLER = 3 "sampler",
    }
}

named! {
    /// Flags of a resource.
    pub flags ResourceFlags: u32 {
        /// Writes are seen by all groups.
        GLOBALLY_COHERENT = 1 "globally-coherent",
        /// It has a counter.
        COUNTER = 2 "counter",
        /// It is written in the order of rasterization.
        RASTERIZER_ORDERED = 4 "rasterizer-ordered",
        /// It is indexed dynamically.
        DYNAMIC_INDEXING = 8 "dynamic-indexing",
        /// 64-bit atomics are used on it.
        ATOMIC64 = 0x10 "atomic64",
        /// Writes are seen after reordering.
        REORDER_COHERENT = 0x20 "reorder-coherent",
    }
}

named! {
    /// Kind of a function, in a word.
    pub enum FunctionKind: u32 {
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
        /// Plain function.
        LIBRARY = 6 "library",
        /// Ray generation shader.
        RAY_GENERATION = 7 "raygeneration",
        /// Intersection shader.
        INTERSECTION = 8 "intersection",
        /// Any-hit shader.
        ANY_HIT = 9 "anyhit",
        /// Closest-hit shader.
        CLOSEST_HIT = 10 "closesthit",
        /// Miss shader.
        MISS = 11 "miss",
        /// Callable shader.
        CALLABLE = 12 "callable",
        /// Mesh shader.
        MESH = 13 "mesh",
        /// Amplification shader.
        AMPLIFICATION = 14 "amplification",
        /// Node.
        NODE = 15 "node",
    }
}

named! {
    /// Flags of an entry point.
    pub flags ShaderFlags: u16 {
        /// A program may begin with this node.
        NODE_PROGRAM_ENTRY = 1 "node-program-entry",
        /// The shader writes a position.
        OUTPUT_POSITION = 2 "output-position",
        /// The shader writes a depth.
        DEPTH_OUTPUT = 4 "depth-output",
        /// The shader runs once a sample.
        SAMPLE_FREQUENCY = 8 "sample-frequency",
        /// The shader reads the view id.
        USES_VIEW_ID = 0x10 "uses-view-id",
    }
}

named! {
    /// Kind of a subobject.
    pub enum SubobjectKind: u32 {
        /// Flags of a state object.
        STATE_OBJECT_CONFIG = 0 "StateObjectConfig",
        /// Global root signature.
        GLOBAL_ROOT_SIGNATURE = 1 "GlobalRootSignature",
        /// Local root signature.
        LOCAL_ROOT_SIGNATURE = 2 "LocalRootSignature",
        /// Which exports a subobject belongs to.
        ASSOCIATION = 8 "SubobjectToExportsAssociation",
        /// Sizes of ray tracing shaders.
        SHADER_CONFIG = 9 "RaytracingShaderConfig",
        /// Depth of a ray tracing pipeline.
        PIPELINE_CONFIG = 10 "RaytracingPipelineConfig",
        /// Hit group.
        HIT_GROUP = 11 "HitGroup",
        /// Depth and flags of a ray tracing pipeline.
        PIPELINE_CONFIG1 = 12 "RaytracingPipelineConfig1",
    }
}

named! {
    /// Flags of a ray tracing pipeline.
    pub flags PipelineFlags: u32 {
        /// Triangles are skipped.
        SKIP_TRIANGLES = 0x100 "skip-triangles",
        /// Procedural primitives are skipped.
        SKIP_PROCEDURAL = 0x200 "skip-procedural-primitives",
        /// Opacity micromaps are allowed.
        OPACITY_MICROMAPS = 0x400 "allow-opacity-micromaps",
    }
}

named! {
    /// What a hit group is hit with.
    pub enum HitType: u32 {
        /// Triangles.
        TRIANGLE = 0 "triangle",
        /// Procedural primitives.
        PROCEDURAL = 1 "procedural",
    }
}

named! {
    /// Kind of an attribute of a node's function.
    pub enum FunctionAttributeKind: u32 {
        /// Identity of the node; a row of the identities.
        ID = 1 "ID",
        /// Threads; an index array.
        NUM_THREADS = 2 "NumThreads",
        /// Node whose input it shares; a row of the identities.
        SHARE_INPUT_OF = 3 "ShareInputOf",
        /// Dispatch grid; an index array.
        DISPATCH_GRID = 4 "DispatchGrid",
        /// Deepest recursion.
        MAX_RECURSION_DEPTH = 5 "MaxRecursionDepth",
        /// Index in the table of local root arguments.
        LOCAL_ROOT_ARGUMENTS = 6 "LocalRootArgumentsTableIndex",
        /// Largest dispatch grid; an index array.
        MAX_DISPATCH_GRID = 7 "MaxDispatchGrid",
    }
}

named! {
    /// Kind of an attribute of an input or output of a node.
    pub enum NodeAttributeKind: u32 {
        /// Node that an output goes to; a row of the identities.
        OUTPUT_ID = 1 "OutputID",
        /// Most records.
        MAX_RECORDS = 2 "MaxRecords",
        /// Output that the most records are shared with.
        MAX_RECORDS_SHARED_WITH = 3 "MaxRecordsSharedWith",
        /// Size of a record, bytes.
        RECORD_SIZE = 4 "RecordSizeInBytes",
        /// Where the dispatch grid stands in a record.
        RECORD_GRID = 5 "RecordDispatchGrid",
        /// Size of an array of outputs.
        OUTPUT_ARRAY_SIZE = 6 "OutputArraySize",
        /// Whether nodes of the array may be missing.
        ALLOW_SPARSE_NODES = 7 "AllowSparseNodes",
        /// Alignment of a record, bytes.
        RECORD_ALIGNMENT = 8 "RecordAlignment",
    }
}

named! {
    /// What an input or output of a node carries. The bits 0x20 and 0x40 together say dispatch.
    pub flags PortFlags: u32 {
        /// Input.
        INPUT = 1 "input",
        /// Output.
        OUTPUT = 2 "output",
        /// Read and written.
        READ_WRITE = 4 "read-write",
        /// Records without content.
        EMPTY_RECORD = 8 "empty-record",
        /// An array of nodes.
        ARRAY = 0x10 "array",
        /// A record a dispatch.
        DISPATCH = 0x60 "dispatch",
        /// A record a thread.
        THREAD = 0x20 "thread",
        /// A record a group.
        GROUP = 0x40 "group",
        /// Sharing is tracked.
        TRACKS_SHARING = 0x100 "tracks-sharing",
        /// Writes are seen by all groups.
        GLOBALLY_COHERENT = 0x200 "globally-coherent",
    }
}

named! {
    /// How a node is launched.
    pub enum LaunchType: u32 {
        /// Broadcasting.
        BROADCASTING = 1 "broadcasting",
        /// Coalescing.
        COALESCING = 2 "coalescing",
        /// A thread a record.
        THREAD = 3 "thread",
    }
}

named! {
    /// Type of a component in the numbering of DXIL, which differs from that of the signature parts.
    pub enum DxilType: u8 {
        /// Bool.
        I1 = 1 "i1",
        /// Signed 16-bit integer.
        I16 = 2 "i16",
        /// Unsigned 16-bit integer.
        U16 = 3 "u16",
        /// Signed 32-bit integer.
        I32 = 4 "i32",
        /// Unsigned 32-bit integer.
        U32 = 5 "u32",
        /// Signed 64-bit integer.
        I64 = 6 "i64",
        /// Unsigned 64-bit integer.
        U64 = 7 "u64",
        /// 16-bit float.
        F16 = 8 "f16",
        /// 32-bit float.
        F32 = 9 "f32",
        /// 64-bit float.
        F64 = 10 "f64",
        /// 16-bit number from -1 to 1.
        SNORM16 = 11 "snorm16",
        /// 16-bit number from 0 to 1.
        UNORM16 = 12 "unorm16",
        /// 32-bit number from -1 to 1.
        SNORM32 = 13 "snorm32",
        /// 32-bit number from 0 to 1.
        UNORM32 = 14 "unorm32",
        /// 64-bit number from -1 to 1.
        SNORM64 = 15 "snorm64",
        /// 64-bit number from 0 to 1.
        UNORM64 = 16 "unorm64",
        /// Four signed bytes.
        PACKED_S8X4 = 17 "packed-s8x4",
        /// Four unsigned bytes.
        PACKED_U8X4 = 18 "packed-u8x4",
        /// Unsigned byte.
        U8 = 19 "u8",
        /// Signed byte.
        I8 = 20 "i8",
        /// 8-bit float with four bits of exponent.
        F8E4M3 = 21 "f8e4m3",
        /// 8-bit float with five bits of exponent.
        F8E5M2 = 22 "f8e5m2",
        /// 16-bit float with the exponent of a single.
        BF16 = 23 "bf16",
    }
}
