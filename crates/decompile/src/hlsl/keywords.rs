//! Lists the words that cannot be names in HLSL: keywords, types, functions, and helpers of this crate.

use crate::names::{Words, without_size};

/// True if a word cannot be a name.
pub(super) fn is_reserved(word: &str) -> bool {
    WORDS.contains(word)
        || without_size(word, b'1').is_some_and(|scalar| SCALARS.contains(scalar))
        || word.starts_with(|c: char| c.is_ascii_uppercase())
            && FAMILIES.iter().any(|start| word.starts_with(start))
}

/// What words of the language begin with.
const FAMILIES: [&str; 13] = [
    "SV_",
    "Interlocked",
    "Wave",
    "Quad",
    "EvaluateAttribute",
    "GetAttributeAtVertex",
    "RasterizerOrdered",
    "FeedbackTexture",
    "Texture2DMS",
    "RAY_FLAG_",
    "HIT_KIND_",
    "CANDIDATE_",
    "COMMITTED_",
];

/// Types that come with a number of components.
static SCALARS: Words<64> = Words::new(
    "
    bool int uint dword half float double min16float min10float min16int min12int min16uint float16_t float32_t float64_t
    int16_t int32_t int64_t uint16_t uint32_t uint64_t",
);

/// Words of the language, its types and functions, and the helpers of this crate.
static WORDS: Words<2048> = Words::new(
    "
    main bool int uint dword half float double min16float min10float min16int min12int min16uint float16_t
    float32_t float64_t int16_t int32_t int64_t uint16_t uint32_t uint64_t mod floored_mod ballot_bit_count ballot_bit ballot_first_bit_low ballot_first_bit_high asinh acosh atanh
    frexp_int add_carry sub_borrow mul_extended insert_bits extract_bits extract_signed_bits pack_unorm4x8
    unpack_unorm4x8 pack_snorm4x8 unpack_snorm4x8 pack_unorm2x16 unpack_unorm2x16 pack_snorm2x16
    unpack_snorm2x16 pack_half2x16 unpack_half2x16 pack_double2x32 unpack_double2x32 pack_uint2x32
    unpack_uint2x32 join_words split_word inverse2 inverse3 inverse4 inverse texture_size texture_levels
    texture_samples element_count byte_count made_value
    AppendStructuredBuffer BlendState Buffer ByteAddressBuffer CompileShader ComputeShader ConstantBuffer
    ConsumeStructuredBuffer DepthStencilState DepthStencilView DomainShader GeometryShader Hullshader InputPatch
    LineStream OutputPatch PixelShader PointStream RWBuffer RWByteAddressBuffer RWStructuredBuffer RWTexture1D
    RWTexture1DArray RWTexture2D RWTexture2DArray RWTexture3D RasterizerOrderedBuffer RasterizerState
    RayDesc RayQuery RaytracingAccelerationStructure RenderTargetView SamplerComparisonState SamplerState
    StructuredBuffer SubpassInput SubpassInputMS Texture1D Texture1DArray Texture2D Texture2DArray Texture2DMS
    Texture2DMSArray Texture3D TextureCube TextureCubeArray TextureBuffer TriangleStream VertexShader
    asm asm_fragment auto break case catch cbuffer centroid char class column_major compile compile_fragment
    const const_cast continue default delete discard do dynamic_cast else enum explicit export extern false
    for friend fxgroup globallycoherent goto groupshared if in inline inout interface indices line lineadj linear
    long matrix mutable namespace new nointerpolation noperspective operator out packoffset pass payload
    pixelfragment point precise primitives private protected public register reinterpret_cast return row_major
    sample sampler sampler1D sampler2D sampler3D samplerCUBE sampler_state shared short signed sizeof snorm
    stateblock stateblock_state static static_cast string struct switch tbuffer technique technique10
    technique11 template texture texture1D texture2D texture3D textureCUBE this throw triangle triangleadj true
    try typedef typename uniform union unorm unsigned using vector vertexfragment vertices virtual void volatile
    while abort abs acos all and any asdouble asfloat asfloat16 asin asint asint16 asuint asuint16 atan atan2 ceil
    clamp clip cos cosh countbits cross ddx ddx_coarse ddx_fine ddy ddy_coarse ddy_fine degrees determinant
    distance dot dst errorf exp exp2 f16tof32 f32tof16 faceforward firstbithigh firstbitlow floor fma fmod frac
    frexp fwidth isfinite isinf isnan ldexp length lerp lit log log10 log2 mad max min modf msad4 mul noise
    normalize not or pow printf radians rcp reflect refract reversebits round rsqrt saturate select sign sin sincos
    sinh smoothstep sqrt step tan tanh tex1D tex2D tex3D texCUBE transpose trunc pack_u8 pack_s8 unpack_u8u32
    AllMemoryBarrier AllMemoryBarrierWithGroupSync DeviceMemoryBarrier
    DeviceMemoryBarrierWithGroupSync GroupMemoryBarrier GroupMemoryBarrierWithGroupSync NonUniformResourceIndex
    CheckAccessFullyMapped IsHelperLane NULL noinline unpack_s8s32
    SetMeshOutputCounts DispatchMesh TraceRay CallShader ReportHit IgnoreHit AcceptHitAndEndSearch DispatchRaysIndex
    DispatchRaysDimensions WorldRayOrigin WorldRayDirection ObjectRayOrigin ObjectRayDirection RayTMin RayTCurrent
    RayFlags InstanceIndex InstanceID PrimitiveIndex GeometryIndex HitKind ObjectToWorld ObjectToWorld3x4
    ObjectToWorld4x3 WorldToObject WorldToObject3x4 WorldToObject4x3 BuiltInTriangleIntersectionAttributes dot2add dot4add_i8packed dot4add_u8packed",
);
