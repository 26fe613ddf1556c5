//! Records of `RDAT`, little-endian: the header and one row type per table. References are offsets into the string
//! buffer, word indices into the index arrays, row indices, or offset and size in the raw bytes; 0xFFFFFFFF is null.

use glassbox_core::{named, packed, record};

use crate::part::psv::raw::{Interpolation, ResourceKind, SemanticKind};

/// Null reference.
pub const NONE: u32 = 0xFFFF_FFFF;
/// Oldest supported version; older layouts differ.
pub const VERSION: u32 = 0x10;

record! {
    /// Header of the part.
    pub struct Header: 8 {
        /// Version, 0x10.
        0x0 version: u32,
        /// Number of tables; one offset per table follows.
        0x4 count: u32,
    }
}

record! {
    /// Header of a table.
    pub struct Head: 8 {
        /// Table type.
        0x0 table: TableType,
        /// Size after this record, including padding to a multiple of four, bytes.
        0x4 size: u32,
    }
}

record! {
    /// Header of the rows of a table.
    pub struct Shape: 8 {
        /// Number of rows.
        0x0 count: u32,
        /// Row stride, bytes.
        0x4 stride: u32,
    }
}

record! {
    /// Row of the resource table.
    pub struct Resource: 32 {
        /// Resource class.
        0x00 class: ResourceClass,
        /// Resource kind.
        0x04 kind: ResourceKind,
        /// Id within the class.
        0x08 id: u32,
        /// Register space.
        0x0c space: u32,
        /// First register.
        0x10 lower: u32,
        /// Last register, inclusive; 0xFFFFFFFF if unbounded.
        0x14 upper: u32,
        /// Name; string offset.
        0x18 name: u32,
        /// Resource flags.
        0x1c flags: ResourceFlags,
    }
}

record! {
    /// Row of the function table, up to validator version 1.7.
    pub struct Function: 44 {
        /// Name as in the module, mangled; string offset.
        0x00 name: u32,
        /// Unmangled name; string offset.
        0x04 unmangled: u32,
        /// Index array of the resource rows it uses.
        0x08 resources: u32,
        /// Index array of the names of external functions it calls.
        0x0c dependencies: u32,
        /// Shader kind; [`FunctionKind::LIBRARY`] for a function that is not an entry point.
        0x10 kind: FunctionKind,
        /// Payload size, or parameter size of a callable shader, bytes.
        0x14 payload: u32,
        /// Attribute size, bytes.
        0x18 attributes: u32,
        /// Feature flags, low half.
        0x1c features_low: Flags,
        /// Feature flags, high half.
        0x20 features_high: Flags,
        /// Stages that may call it, one bit per shader kind.
        0x24 stage_mask: Flags,
        /// Minimum shader model and kind, as a program version.
        0x28 min_target: Target,
    }
}

record! {
    /// Row of the function table, since validator version 1.8.
    pub struct Function52: 52 {
        /// Name as in the module, mangled; string offset.
        0x00 name: u32,
        /// Unmangled name; string offset.
        0x04 unmangled: u32,
        /// Index array of the resource rows it uses.
        0x08 resources: u32,
        /// Index array of the names of external functions it calls.
        0x0c dependencies: u32,
        /// Shader kind; [`FunctionKind::LIBRARY`] for a function that is not an entry point.
        0x10 kind: FunctionKind,
        /// Payload size, or parameter size of a callable shader, bytes.
        0x14 payload: u32,
        /// Attribute size, bytes.
        0x18 attributes: u32,
        /// Feature flags, low half.
        0x1c features_low: Flags,
        /// Feature flags, high half.
        0x20 features_high: Flags,
        /// Stages that may call it, one bit per shader kind.
        0x24 stage_mask: Flags,
        /// Minimum shader model and kind, as a program version.
        0x28 min_target: Target,
        /// Minimum wave size, lanes.
        0x2c min_wave: u8,
        /// Maximum wave size, lanes.
        0x2d max_wave: u8,
        /// Entry point flags.
        0x2e shader_flags: ShaderFlags,
        /// Row index in the table of the shader kind.
        0x30 info: u32,
    }
}

record! {
    /// Subobject of unknown kind.
    pub struct Subobject: 24 {
        /// Subobject kind; determines the layout of the rest.
        0x0 kind: SubobjectKind,
        /// Name; string offset.
        0x4 name: u32,
        /// Uninterpreted content.
        0x8 content: [u8; 16],
    }
}

record! {
    /// Subobject: state object flags.
    pub struct StateObjectConfig: 24 {
        /// Subobject kind; determines the layout of the rest.
        0x0 kind: SubobjectKind,
        /// Name; string offset.
        0x4 name: u32,
        /// State object flags.
        0x8 flags: Flags,
        /// Zero.
        0xc unused: [u8; 12],
    }
}

record! {
    /// Subobject: root signature.
    pub struct RootSignatureSubobject: 24 {
        /// Subobject kind; determines the layout of the rest.
        0x0 kind: SubobjectKind,
        /// Name; string offset.
        0x4 name: u32,
        /// Offset of the root signature in the raw bytes.
        0x8 offset: u32,
        /// Size of that data, bytes.
        0xc size: u32,
        /// Zero.
        0x10 unused: [u8; 8],
    }
}

record! {
    /// Subobject: association with exports.
    pub struct Association: 24 {
        /// Subobject kind; determines the layout of the rest.
        0x0 kind: SubobjectKind,
        /// Name; string offset.
        0x4 name: u32,
        /// Name of the associated subobject; string offset.
        0x8 subobject: u32,
        /// Index array of the export names.
        0xc exports: u32,
        /// Zero.
        0x10 unused: [u8; 8],
    }
}

record! {
    /// Subobject: sizes for ray tracing shaders.
    pub struct ShaderConfig: 24 {
        /// Subobject kind; determines the layout of the rest.
        0x0 kind: SubobjectKind,
        /// Name; string offset.
        0x4 name: u32,
        /// Maximum payload size, bytes.
        0x8 max_payload: u32,
        /// Maximum attribute size, bytes.
        0xc max_attributes: u32,
        /// Zero.
        0x10 unused: [u8; 8],
    }
}

record! {
    /// Subobject: ray tracing pipeline, maximum recursion depth.
    pub struct PipelineConfig: 24 {
        /// Subobject kind; determines the layout of the rest.
        0x0 kind: SubobjectKind,
        /// Name; string offset.
        0x4 name: u32,
        /// Maximum recursion depth.
        0x8 depth: u32,
        /// Zero.
        0xc unused: [u8; 12],
    }
}

record! {
    /// Subobject: ray tracing pipeline, maximum recursion depth and flags.
    pub struct PipelineConfig1: 24 {
        /// Subobject kind; determines the layout of the rest.
        0x0 kind: SubobjectKind,
        /// Name; string offset.
        0x4 name: u32,
        /// Maximum recursion depth.
        0x8 depth: u32,
        /// Pipeline flags.
        0xc flags: PipelineFlags,
        /// Zero.
        0x10 unused: [u8; 8],
    }
}

record! {
    /// Subobject: shaders of a hit group.
    pub struct HitGroup: 24 {
        /// Subobject kind; determines the layout of the rest.
        0x0 kind: SubobjectKind,
        /// Name; string offset.
        0x4 name: u32,
        /// Intersected geometry.
        0x8 hit_type: HitType,
        /// Name of the any-hit shader; string offset.
        0xc any_hit: u32,
        /// Name of the closest-hit shader; string offset.
        0x10 closest_hit: u32,
        /// Name of the intersection shader; string offset.
        0x14 intersection: u32,
    }
}

record! {
    /// Identity of a work graph node.
    pub struct NodeName: 8 {
        /// Name; string offset.
        0x0 name: u32,
        /// Index in a node array.
        0x4 index: u32,
    }
}

record! {
    /// Attribute of a node input or output.
    pub struct NodeAttribute: 8 {
        /// Attribute kind; determines the meaning of the value.
        0x0 kind: NodeAttributeKind,
        /// Value or reference, depending on the kind.
        0x4 value: u32,
    }
}

record! {
    /// Attribute: position of the dispatch grid in the node's record.
    pub struct RecordGrid: 8 {
        /// Attribute kind; determines the meaning of the value.
        0x0 kind: NodeAttributeKind,
        /// Offset in the record, bytes.
        0x4 offset: u16,
        /// Component count and type.
        0x6 layout: GridLayout,
    }
}

record! {
    /// Attribute of a node function.
    pub struct FunctionAttribute: 8 {
        /// Attribute kind; determines the meaning of the value.
        0x0 kind: FunctionAttributeKind,
        /// Value or reference, depending on the kind.
        0x4 value: u32,
    }
}

record! {
    /// An input or output of a node.
    pub struct NodePort: 8 {
        /// Record and node flags.
        0x0 flags: PortFlags,
        /// Index array of its attributes.
        0x4 attributes: u32,
    }
}

record! {
    /// Row of the node table.
    pub struct NodeInfo: 20 {
        /// Launch type.
        0x00 launch: LaunchType,
        /// Group-shared memory, bytes.
        0x04 group_shared: u32,
        /// Index array of the function attributes.
        0x08 attributes: u32,
        /// Index array of its outputs.
        0x0c outputs: u32,
        /// Index array of its inputs.
        0x10 inputs: u32,
    }
}

record! {
    /// Row of the signature element table.
    pub struct SignatureElement: 16 {
        /// Semantic name; string offset.
        0x0 name: u32,
        /// Index array of the semantic indices.
        0x4 indices: u32,
        /// System value, or arbitrary.
        0x8 semantic: SemanticKind,
        /// Component type, in DXIL numbering.
        0x9 component_type: DxilType,
        /// Interpolation mode.
        0xa interpolation: Interpolation,
        /// First row; 0xFF if unallocated.
        0xb start_row: u8,
        /// Columns and output stream.
        0xc columns: ElementColumns,
        /// Components used, and components indexed dynamically.
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
        /// Dependency mask of outputs on the view id; offset in the raw bytes.
        0x8 view_mask: u32,
        /// Size of that data, bytes.
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
        /// Dependency mask of outputs on the view id; offset in the raw bytes.
        0x0c view_mask: u32,
        /// Size of that data, bytes.
        0x10 view_mask_size: u32,
        /// Dependency mask of patch constants on the view id; offset in the raw bytes.
        0x14 view_patch_mask: u32,
        /// Size of that data, bytes.
        0x18 view_patch_mask_size: u32,
        /// Dependency mask of outputs on inputs; offset in the raw bytes.
        0x1c input_to_output: u32,
        /// Size of that data, bytes.
        0x20 input_to_output_size: u32,
        /// Dependency mask of patch constants on inputs; offset in the raw bytes.
        0x24 input_to_patch: u32,
        /// Size of that data, bytes.
        0x28 input_to_patch_size: u32,
        /// Number of input control points.
        0x2c input_control_points: u8,
        /// Number of output control points.
        0x2d output_control_points: u8,
        /// Tessellator domain.
        0x2e domain: u8,
        /// Tessellator output primitive.
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
        /// Dependency mask of outputs on the view id; offset in the raw bytes.
        0x0c view_mask: u32,
        /// Size of that data, bytes.
        0x10 view_mask_size: u32,
        /// Dependency mask of outputs on inputs; offset in the raw bytes.
        0x14 input_to_output: u32,
        /// Size of that data, bytes.
        0x18 input_to_output_size: u32,
        /// Dependency mask of outputs on patch constants; offset in the raw bytes.
        0x1c patch_to_output: u32,
        /// Size of that data, bytes.
        0x20 patch_to_output_size: u32,
        /// Number of input control points.
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
        /// Dependency mask of outputs on the view id; offset in the raw bytes.
        0x08 view_mask: u32,
        /// Size of that data, bytes.
        0x0c view_mask_size: u32,
        /// Dependency mask of outputs on inputs; offset in the raw bytes.
        0x10 input_to_output: u32,
        /// Size of that data, bytes.
        0x14 input_to_output_size: u32,
        /// Input primitive.
        0x18 input_primitive: u8,
        /// Output primitive topology.
        0x19 output_topology: u8,
        /// Maximum number of output vertices.
        0x1a max_vertices: u8,
        /// Output streams, one bit per stream.
        0x1b stream_mask: u8,
    }
}

record! {
    /// Threads of a compute shader.
    pub struct ComputeInfo: 8 {
        /// Index array of the three thread counts.
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
        /// Index array of the primitive outputs.
        0x04 primitives: u32,
        /// Dependency mask of outputs on the view id; offset in the raw bytes.
        0x08 view_mask: u32,
        /// Size of that data, bytes.
        0x0c view_mask_size: u32,
        /// Dependency mask of primitive outputs on the view id; offset in the raw bytes.
        0x10 view_primitive_mask: u32,
        /// Size of that data, bytes.
        0x14 view_primitive_mask_size: u32,
        /// Index array of the three thread counts.
        0x18 threads: u32,
        /// Group-shared memory, bytes.
        0x1c group_shared: u32,
        /// Group-shared memory that depends on the view id, bytes.
        0x20 group_shared_by_view: u32,
        /// Input payload size, bytes.
        0x24 payload: u32,
        /// Maximum number of output vertices.
        0x28 max_vertices: u16,
        /// Maximum number of output primitives.
        0x2a max_primitives: u16,
        /// Output topology.
        0x2c output_topology: u8,
        /// Zero.
        0x2d unused: [u8; 3],
    }
}

record! {
    /// Threads of an amplification shader.
    pub struct AmplificationInfo: 12 {
        /// Index array of the three thread counts.
        0x0 threads: u32,
        /// Group-shared memory, bytes.
        0x4 group_shared: u32,
        /// Output payload size, bytes.
        0x8 payload: u32,
    }
}

record! {
    /// Debug file contents: sources, libraries, arguments, hash.
    pub struct PdbInfo: 44 {
        /// Index array of the sources.
        0x00 sources: u32,
        /// Index array of the libraries.
        0x04 libraries: u32,
        /// Index array of the arguments, names and values alternating.
        0x08 arguments: u32,
        /// Offset of the hash in the raw bytes.
        0x0c hash: u32,
        /// Size of that data, bytes.
        0x10 hash_size: u32,
        /// Name of the debug file; string offset.
        0x14 pdb_name: u32,
        /// Id of a toolchain with custom data.
        0x18 toolchain: u32,
        /// Custom data of the toolchain; offset in the raw bytes.
        0x1c toolchain_data: u32,
        /// Size of that data, bytes.
        0x20 toolchain_data_size: u32,
        /// Whole program; offset in the raw bytes.
        0x24 program: u32,
        /// Size of that data, bytes.
        0x28 program_size: u32,
    }
}

record! {
    /// Row of the source file table.
    pub struct PdbSource: 8 {
        /// Name; string offset.
        0x0 name: u32,
        /// Content; string offset.
        0x4 content: u32,
    }
}

record! {
    /// Linked library.
    pub struct PdbLibrary: 12 {
        /// Name; string offset.
        0x0 name: u32,
        /// Content of the library; offset in the raw bytes.
        0x4 data: u32,
        /// Size of that data, bytes.
        0x8 data_size: u32,
    }
}

packed! {
    /// Dispatch grid: component count and type, in DXIL numbering.
    pub struct GridLayout: u16 { components: 2, component_type: 14 }
}

packed! {
    /// Columns of a signature element and its output stream.
    pub struct ElementColumns: u8 { columns_less_one: 2, start: 2, stream: 2, reserved: 2 }
}

packed! {
    /// Signature element components: used, and dynamically indexed.
    pub struct ElementUsage: u8 { usage: 4, dynamic: 4 }
}

packed! {
    /// Program version: shader model and shader kind.
    pub struct Target: u32 { minor: 4, major: 4, reserved: 8, kind: 16 }
}

named! {
    /// Bits whose meaning depends on the field.
    pub flags Flags: u32 {}
}

named! {
    /// Table type.
    pub enum TableType: u32 {
        /// Strings.
        STRINGS = 1 "StringBuffer",
        /// Index arrays.
        INDICES = 2 "IndexArrays",
        /// Resources.
        RESOURCES = 3 "ResourceTable",
        /// Functions.
        FUNCTIONS = 4 "FunctionTable",
        /// Raw bytes.
        BYTES = 5 "RawBytes",
        /// Subobjects.
        SUBOBJECTS = 6 "SubobjectTable",
        /// Node identities.
        NODE_NAMES = 7 "NodeIDTable",
        /// Attributes of node inputs and outputs.
        NODE_ATTRIBUTES = 8 "NodeShaderIOAttribTable",
        /// Attributes of node functions.
        FUNCTION_ATTRIBUTES = 9 "NodeShaderFuncAttribTable",
        /// Node inputs and outputs.
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
        /// Debug file contents.
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
        /// Read-only view (SRV).
        SRV = 0 "srv",
        /// Read-write view (UAV).
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
        /// Writes are visible to all thread groups.
        GLOBALLY_COHERENT = 1 "globally-coherent",
        /// Has a counter.
        COUNTER = 2 "counter",
        /// Rasterizer-ordered writes.
        RASTERIZER_ORDERED = 4 "rasterizer-ordered",
        /// Indexed dynamically.
        DYNAMIC_INDEXING = 8 "dynamic-indexing",
        /// Accessed by 64-bit atomics.
        ATOMIC64 = 0x10 "atomic64",
        /// Writes are visible after reordering.
        REORDER_COHERENT = 0x20 "reorder-coherent",
    }
}

named! {
    /// Shader kind, 32 bits.
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
        /// Function that is not an entry point.
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
        /// Work graph node.
        NODE = 15 "node",
    }
}

named! {
    /// Flags of an entry point.
    pub flags ShaderFlags: u16 {
        /// Program entry node of a work graph.
        NODE_PROGRAM_ENTRY = 1 "node-program-entry",
        /// The shader outputs a position.
        OUTPUT_POSITION = 2 "output-position",
        /// The shader outputs a depth.
        DEPTH_OUTPUT = 4 "depth-output",
        /// The shader runs per sample.
        SAMPLE_FREQUENCY = 8 "sample-frequency",
        /// The shader reads the view id.
        USES_VIEW_ID = 0x10 "uses-view-id",
    }
}

named! {
    /// Kind of a subobject.
    pub enum SubobjectKind: u32 {
        /// State object flags.
        STATE_OBJECT_CONFIG = 0 "StateObjectConfig",
        /// Global root signature.
        GLOBAL_ROOT_SIGNATURE = 1 "GlobalRootSignature",
        /// Local root signature.
        LOCAL_ROOT_SIGNATURE = 2 "LocalRootSignature",
        /// Association of a subobject with exports.
        ASSOCIATION = 8 "SubobjectToExportsAssociation",
        /// Sizes for ray tracing shaders.
        SHADER_CONFIG = 9 "RaytracingShaderConfig",
        /// Ray tracing pipeline: maximum recursion depth.
        PIPELINE_CONFIG = 10 "RaytracingPipelineConfig",
        /// Hit group.
        HIT_GROUP = 11 "HitGroup",
        /// Ray tracing pipeline: maximum recursion depth and flags.
        PIPELINE_CONFIG1 = 12 "RaytracingPipelineConfig1",
    }
}

named! {
    /// Ray tracing pipeline flags.
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
    /// Geometry that a hit group intersects.
    pub enum HitType: u32 {
        /// Triangles.
        TRIANGLE = 0 "triangle",
        /// Procedural primitives.
        PROCEDURAL = 1 "procedural",
    }
}

named! {
    /// Kind of a node function attribute.
    pub enum FunctionAttributeKind: u32 {
        /// Node identity; row index.
        ID = 1 "ID",
        /// Thread group size; index array.
        NUM_THREADS = 2 "NumThreads",
        /// Node whose input is shared; row index of its identity.
        SHARE_INPUT_OF = 3 "ShareInputOf",
        /// Dispatch grid size; index array.
        DISPATCH_GRID = 4 "DispatchGrid",
        /// Maximum recursion depth.
        MAX_RECURSION_DEPTH = 5 "MaxRecursionDepth",
        /// Index in the local root arguments table.
        LOCAL_ROOT_ARGUMENTS = 6 "LocalRootArgumentsTableIndex",
        /// Maximum dispatch grid size; index array.
        MAX_DISPATCH_GRID = 7 "MaxDispatchGrid",
    }
}

named! {
    /// Kind of a node input or output attribute.
    pub enum NodeAttributeKind: u32 {
        /// Destination node of an output; row index of its identity.
        OUTPUT_ID = 1 "OutputID",
        /// Maximum number of records.
        MAX_RECORDS = 2 "MaxRecords",
        /// Output that shares the maximum number of records.
        MAX_RECORDS_SHARED_WITH = 3 "MaxRecordsSharedWith",
        /// Record size, bytes.
        RECORD_SIZE = 4 "RecordSizeInBytes",
        /// Position of the dispatch grid in a record.
        RECORD_GRID = 5 "RecordDispatchGrid",
        /// Size of an output array.
        OUTPUT_ARRAY_SIZE = 6 "OutputArraySize",
        /// Nonzero if nodes of the array may be missing.
        ALLOW_SPARSE_NODES = 7 "AllowSparseNodes",
        /// Record alignment, bytes.
        RECORD_ALIGNMENT = 8 "RecordAlignment",
    }
}

named! {
    /// Flags of a node input or output. The bits 0x20 and 0x40 together mean a dispatch record.
    pub flags PortFlags: u32 {
        /// Input.
        INPUT = 1 "input",
        /// Output.
        OUTPUT = 2 "output",
        /// Readable and writable.
        READ_WRITE = 4 "read-write",
        /// Records have no content.
        EMPTY_RECORD = 8 "empty-record",
        /// Node array.
        ARRAY = 0x10 "array",
        /// One record per dispatch.
        DISPATCH = 0x60 "dispatch",
        /// One record per thread.
        THREAD = 0x20 "thread",
        /// One record per group.
        GROUP = 0x40 "group",
        /// Read-write input sharing is tracked.
        TRACKS_SHARING = 0x100 "tracks-sharing",
        /// Writes are visible to all thread groups.
        GLOBALLY_COHERENT = 0x200 "globally-coherent",
    }
}

named! {
    /// Launch type of a node.
    pub enum LaunchType: u32 {
        /// Broadcasting.
        BROADCASTING = 1 "broadcasting",
        /// Coalescing.
        COALESCING = 2 "coalescing",
        /// One thread per record.
        THREAD = 3 "thread",
    }
}

named! {
    /// Component type in DXIL numbering, which differs from signature numbering.
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
        /// Signed normalized number in -1..=1 of the named width.
        SNORM16 = 11 "snorm16",
        /// Unsigned normalized number in 0..=1 of the named width.
        UNORM16 = 12 "unorm16",
        /// Signed normalized number in -1..=1 of the named width.
        SNORM32 = 13 "snorm32",
        /// Unsigned normalized number in 0..=1 of the named width.
        UNORM32 = 14 "unorm32",
        /// Signed normalized number in -1..=1 of the named width.
        SNORM64 = 15 "snorm64",
        /// Unsigned normalized number in 0..=1 of the named width.
        UNORM64 = 16 "unorm64",
        /// Four signed bytes in 32 bits.
        PACKED_S8X4 = 17 "packed-s8x4",
        /// Four unsigned bytes in 32 bits.
        PACKED_U8X4 = 18 "packed-u8x4",
        /// Unsigned 8-bit integer.
        U8 = 19 "u8",
        /// Signed 8-bit integer.
        I8 = 20 "i8",
        /// 8-bit float, 4 exponent bits and 3 mantissa bits.
        F8E4M3 = 21 "f8e4m3",
        /// 8-bit float, 5 exponent bits and 2 mantissa bits.
        F8E5M2 = 22 "f8e5m2",
        /// bfloat16: 16-bit float with the exponent range of a 32-bit float.
        BF16 = 23 "bf16",
    }
}
