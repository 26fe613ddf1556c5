//! Lists the words that cannot be names in WGSL: keywords, reserved words, predeclared types and functions.

use crate::names::Words;

/// True if a word cannot be a name of a variable, function or type.
pub(super) fn is_reserved(word: &str) -> bool {
    is_keyword(word) || PREDECLARED.contains(word) || is_type(word)
}

/// True if a word is never a name, not even of a member.
pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(word) || word == "_" || word.starts_with("__")
}

fn is_type(word: &str) -> bool {
    let short =
        |rest: &str| matches!(rest.strip_suffix(['f', 'h', 'i', 'u']).unwrap_or(rest), "2" | "3" | "4");
    let matrix = |rest: &str| {
        let rest = rest.strip_suffix(['f', 'h']).unwrap_or(rest);
        matches!(rest.as_bytes(), [b'2'..=b'4', b'x', b'2'..=b'4'])
    };
    word.strip_prefix("vec").is_some_and(short)
        || word.strip_prefix("mat").is_some_and(matrix)
        || word.starts_with("texture_")
}

static KEYWORDS: Words<1024> = Words::new(
    "
    NULL Self abstract active alias alignas alignof as asm asm_fragment async attribute auto await become
    break case cast catch class co_await co_return co_yield coherent column_major common compile
    compile_fragment concept const const_assert const_cast consteval constexpr constinit continue continuing
    crate debugger decltype default delete demote demote_to_helper diagnostic discard do dynamic_cast else
    enable enum explicit export extends extern external fallthrough false filter final finally fn for friend
    from fxgroup get goto groupshared highp if impl implements import inline instanceof interface layout let
    loop lowp macro macro_rules match mediump meta mod module move mut mutable namespace new nil noexcept
    noinline nointerpolation non_coherent noncoherent noperspective null nullptr of operator override package
    packoffset partial pass patch pixelfragment precise precision premerge priv protected pub public readonly
    ref regardless register reinterpret_cast require requires resource restrict return self set shared sizeof
    smooth snorm static static_assert static_cast std struct subroutine super switch target template this
    thread_local throw trait true try type typedef typeid typename typeof union unless unorm unsafe unsized
    use using var varying virtual volatile wgsl where while with writeonly yield",
);

/// Types, functions and enumerants; a variable of that name would hide them.
static PREDECLARED: Words<512> = Words::new(
    "
    abs acos acosh all any array arrayLength asin asinh atan atan2 atanh atomic atomicAdd atomicAnd
    atomicCompareExchangeWeak atomicExchange atomicLoad atomicMax atomicMin atomicOr atomicStore atomicSub
    atomicXor binding_array bitcast bool ceil clamp cos cosh countLeadingZeros countOneBits countTrailingZeros
    cross degrees determinant distance dot dot4I8Packed dot4U8Packed dpdx dpdxCoarse dpdxFine dpdy dpdyCoarse
    dpdyFine exp exp2 extractBits f16 f32 faceForward firstLeadingBit firstTrailingBit floor fma fract frexp
    function fwidth fwidthCoarse fwidthFine i32 insertBits inverseSqrt ldexp length log log2 max min mix modf
    normalize pack2x16float pack2x16snorm pack2x16unorm pack4x8snorm pack4x8unorm pow private ptr
    quadBroadcast quadSwapDiagonal quadSwapX quadSwapY quantizeToF16 radians read read_write reflect refract
    reverseBits round sampler sampler_comparison saturate select sign sin sinh smoothstep sqrt step storage
    storageBarrier subgroupAdd subgroupAll subgroupAnd subgroupAny subgroupBallot subgroupBroadcast
    subgroupBroadcastFirst subgroupElect subgroupExclusiveAdd subgroupExclusiveMul subgroupInclusiveAdd
    subgroupInclusiveMul subgroupMax subgroupMin subgroupMul subgroupOr subgroupShuffle subgroupShuffleDown
    subgroupShuffleUp subgroupShuffleXor subgroupXor tan tanh textureBarrier textureDimensions textureGather
    textureGatherCompare textureLoad textureNumLayers textureNumLevels textureNumSamples textureSample
    textureSampleBaseClampToEdge textureSampleBias textureSampleCompare textureSampleCompareLevel
    textureSampleGrad textureSampleLevel textureStore transpose trunc u32 uniform unpack2x16float
    unpack2x16snorm unpack2x16unorm unpack4x8snorm unpack4x8unorm workgroup workgroupBarrier
    workgroupUniformLoad write",
);
