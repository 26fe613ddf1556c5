//! Numbers of the DXIL operations that the analyses refer to.
//!
//! Source: `DxilConstants.h` of the DirectX shader compiler.

/// Reads an input.
pub const LOAD_INPUT: u32 = 4;
/// Writes an output.
pub const STORE_OUTPUT: u32 = 5;
/// Fused multiply-add of doubles.
pub const FMA: u32 = 47;
/// Masked sum of absolute differences.
pub const MSAD: u32 = 50;
/// Creates a handle.
pub const CREATE_HANDLE: u32 = 57;
/// Samples a texture.
pub const SAMPLE: u32 = 60;
/// Samples with a bias.
pub const SAMPLE_BIAS: u32 = 61;
/// Samples an explicit level.
pub const SAMPLE_LEVEL: u32 = 62;
/// Samples with derivatives.
pub const SAMPLE_GRAD: u32 = 63;
/// Samples with comparison.
pub const SAMPLE_CMP: u32 = 64;
/// Samples level zero with comparison.
pub const SAMPLE_CMP_LEVEL_ZERO: u32 = 65;
/// Reads a texel.
pub const TEXTURE_LOAD: u32 = 66;
/// Reads an element of a buffer.
pub const BUFFER_LOAD: u32 = 68;
/// Tests whether the tiles read were mapped.
pub const CHECK_ACCESS_FULLY_MAPPED: u32 = 71;
/// Atomic read-modify-write.
pub const ATOMIC_BIN_OP: u32 = 78;
/// Atomic compare-and-exchange.
pub const ATOMIC_COMPARE_EXCHANGE: u32 = 79;
/// A barrier.
pub const BARRIER: u32 = 80;
/// Computes the level of detail.
pub const CALCULATE_LOD: u32 = 81;
/// First of the four derivative operations.
pub const DERIV_COARSE_X: u32 = 83;
/// Last of the four derivative operations.
pub const DERIV_FINE_Y: u32 = 86;
/// Coverage of the inner area.
pub const INNER_COVERAGE: u32 = 92;
/// Reads a control-point output.
pub const LOAD_OUTPUT_CONTROL_POINT: u32 = 103;
/// Reads a patch constant.
pub const LOAD_PATCH_CONSTANT: u32 = 104;
/// Writes a patch constant.
pub const STORE_PATCH_CONSTANT: u32 = 106;
/// Reads an attribute at a vertex of the primitive.
pub const ATTRIBUTE_AT_VERTEX: u32 = 137;
/// Reads the view id.
pub const VIEW_ID: u32 = 138;
/// Creates a handle in a library.
pub const CREATE_HANDLE_FOR_LIB: u32 = 160;
/// Writes a vertex output.
pub const STORE_VERTEX_OUTPUT: u32 = 171;
/// Writes a primitive output.
pub const STORE_PRIMITIVE_OUTPUT: u32 = 172;
/// Allocates a ray query.
pub const ALLOCATE_RAY_QUERY: u32 = 178;
/// Reads the geometry index.
pub const GEOMETRY_INDEX: u32 = 213;
/// Annotates a handle with its resource properties.
pub const ANNOTATE_HANDLE: u32 = 216;
/// Creates a handle from a binding.
pub const CREATE_HANDLE_FROM_BINDING: u32 = 217;
/// Creates a handle from a heap index.
pub const CREATE_HANDLE_FROM_HEAP: u32 = 218;
/// Gathers raw texels.
pub const TEXTURE_GATHER_RAW: u32 = 223;
/// Samples an explicit level with comparison.
pub const SAMPLE_CMP_LEVEL: u32 = 224;
/// Writes a sample of a multisampled texture.
pub const TEXTURE_STORE_SAMPLE: u32 = 225;
/// Barrier over memory types.
pub const BARRIER_BY_MEMORY_TYPE: u32 = 244;
/// Barrier over a resource.
pub const BARRIER_BY_MEMORY_HANDLE: u32 = 245;
/// Barrier over a node record.
pub const BARRIER_BY_NODE_RECORD_HANDLE: u32 = 246;
/// Samples with derivatives and comparison.
pub const SAMPLE_CMP_GRAD: u32 = 254;
/// Samples with bias and comparison.
pub const SAMPLE_CMP_BIAS: u32 = 255;
/// Reads the start vertex location of the draw.
pub const START_VERTEX_LOCATION: u32 = 256;
/// Reads the start instance location of the draw.
pub const START_INSTANCE_LOCATION: u32 = 257;
/// Allocates a ray query with extended flags.
pub const ALLOCATE_RAY_QUERY_2: u32 = 258;

/// True for wave operations.
pub fn is_wave(code: u32) -> bool {
    matches!(code, 110..=123 | 135..=136 | 165..=167 | 222)
}

/// True for operations that write sampler feedback.
pub fn is_feedback(code: u32) -> bool {
    matches!(code, 174..=177)
}

/// True for barriers.
pub fn is_barrier(code: u32) -> bool {
    code == BARRIER || (BARRIER_BY_MEMORY_TYPE..=BARRIER_BY_NODE_RECORD_HANDLE).contains(&code)
}
