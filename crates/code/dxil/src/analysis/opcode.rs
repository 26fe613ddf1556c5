//! Numbers of the DXIL operations that the analyses know by name.
//!
//! Source: `DxilConstants.h` of the DirectX shader compiler.

/// Reads an input.
pub const LOAD_INPUT: u32 = 4;
/// Writes an output.
pub const STORE_OUTPUT: u32 = 5;
/// Fused multiplication and addition of doubles.
pub const FMA: u32 = 47;
/// Masked sum of absolute differences.
pub const MSAD: u32 = 50;
/// Makes a handle.
pub const CREATE_HANDLE: u32 = 57;
/// Samples a texture.
pub const SAMPLE: u32 = 60;
/// Samples with a bias.
pub const SAMPLE_BIAS: u32 = 61;
/// Samples a level.
pub const SAMPLE_LEVEL: u32 = 62;
/// Samples with derivatives.
pub const SAMPLE_GRAD: u32 = 63;
/// Samples and compares.
pub const SAMPLE_CMP: u32 = 64;
/// Samples the first level and compares.
pub const SAMPLE_CMP_LEVEL_ZERO: u32 = 65;
/// Reads a texel.
pub const TEXTURE_LOAD: u32 = 66;
/// Reads an element of a buffer.
pub const BUFFER_LOAD: u32 = 68;
/// Whether tiles that were read are there.
pub const CHECK_ACCESS_FULLY_MAPPED: u32 = 71;
/// Changes memory at once.
pub const ATOMIC_BIN_OP: u32 = 78;
/// Changes memory that is as expected.
pub const ATOMIC_COMPARE_EXCHANGE: u32 = 79;
/// A barrier.
pub const BARRIER: u32 = 80;
/// The level that would be sampled.
pub const CALCULATE_LOD: u32 = 81;
/// First of the four derivatives.
pub const DERIV_COARSE_X: u32 = 83;
/// Last of the four derivatives.
pub const DERIV_FINE_Y: u32 = 86;
/// Coverage of the inner area.
pub const INNER_COVERAGE: u32 = 92;
/// Reads an output of a control point.
pub const LOAD_OUTPUT_CONTROL_POINT: u32 = 103;
/// Reads a patch constant.
pub const LOAD_PATCH_CONSTANT: u32 = 104;
/// Writes a patch constant.
pub const STORE_PATCH_CONSTANT: u32 = 106;
/// Reads an attribute of a vertex of the primitive.
pub const ATTRIBUTE_AT_VERTEX: u32 = 137;
/// The view.
pub const VIEW_ID: u32 = 138;
/// Makes a handle in a library.
pub const CREATE_HANDLE_FOR_LIB: u32 = 160;
/// Writes an output of a vertex.
pub const STORE_VERTEX_OUTPUT: u32 = 171;
/// Writes an output of a primitive.
pub const STORE_PRIMITIVE_OUTPUT: u32 = 172;
/// Makes a ray query.
pub const ALLOCATE_RAY_QUERY: u32 = 178;
/// Number of a geometry.
pub const GEOMETRY_INDEX: u32 = 213;
/// Says what a handle is of.
pub const ANNOTATE_HANDLE: u32 = 216;
/// Makes a handle of a binding.
pub const CREATE_HANDLE_FROM_BINDING: u32 = 217;
/// Makes a handle of a place in a heap.
pub const CREATE_HANDLE_FROM_HEAP: u32 = 218;
/// Gathers raw texels.
pub const TEXTURE_GATHER_RAW: u32 = 223;
/// Samples a level and compares.
pub const SAMPLE_CMP_LEVEL: u32 = 224;
/// Writes a sample of a texture.
pub const TEXTURE_STORE_SAMPLE: u32 = 225;
/// A barrier over kinds of memory.
pub const BARRIER_BY_MEMORY_TYPE: u32 = 244;
/// A barrier over a resource.
pub const BARRIER_BY_MEMORY_HANDLE: u32 = 245;
/// A barrier over a record of a node.
pub const BARRIER_BY_NODE_RECORD_HANDLE: u32 = 246;
/// Samples with derivatives and compares.
pub const SAMPLE_CMP_GRAD: u32 = 254;
/// Samples with a bias and compares.
pub const SAMPLE_CMP_BIAS: u32 = 255;
/// First vertex of the command.
pub const START_VERTEX_LOCATION: u32 = 256;
/// First instance of the command.
pub const START_INSTANCE_LOCATION: u32 = 257;
/// Makes a ray query with more flags.
pub const ALLOCATE_RAY_QUERY_2: u32 = 258;

/// Whether an operation works on a wave.
pub fn is_wave(code: u32) -> bool {
    matches!(code, 110..=123 | 135..=136 | 165..=167 | 222)
}

/// Whether an operation writes sampler feedback.
pub fn is_feedback(code: u32) -> bool {
    matches!(code, 174..=177)
}

/// Whether an operation is a barrier.
pub fn is_barrier(code: u32) -> bool {
    code == BARRIER || (BARRIER_BY_MEMORY_TYPE..=BARRIER_BY_NODE_RECORD_HANDLE).contains(&code)
}
