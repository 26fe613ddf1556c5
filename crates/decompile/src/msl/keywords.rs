//! Lists the words that may not be names in MSL.

use crate::names::{Words, without_size};

/// Words of the language and functions and types of its library.
static WORDS: Words<1024> = Words::new(
    "

alignas alignof and and_eq asm atomic_bool atomic_float atomic_int atomic_uint atomic_ulong auto bfloat bitand bitor bool
break case catch char class compl const const_cast constant constexpr continue decltype default delete device do double
dynamic_cast else enum explicit export extern false final float for fragment friend goto half if inline int kernel long
main mesh mesh_grid_properties metal mutable namespace new noexcept not not_eq nullptr object_data operator or or_eq object override private
protected ptrdiff_t public quad ray_data register reinterpret_cast return sampler short signed size_t sizeof static
static_assert static_cast struct switch template this thread thread_local threadgroup threadgroup_imageblock throw true try
typedef typeid typename uchar uint ulong union unsigned ushort using vec vertex virtual void volatile wchar_t while
xor xor_eq array array_ref simdgroup access bias level component
compare_func min_lod_clamp gradient2d gradient3d gradientcube mem_flags memory_order memory_order_relaxed thread_scope
abs absdiff acos acosh addsat all any as_type asin asinh atan atan2 atanh ceil clamp clz copysign cos cosh cospi cross ctz
determinant dfdx dfdy discard_fragment distance distance_squared divide dot exp exp10 exp2 extract_bits fabs faceforward
fast fdim floor fma fmax fmax3 fmedian3 fmin fmin3 fmod fract frexp fwidth get_num_samples get_sample_position hadd ilogb
insert_bits is_null_texture isfinite isinf isnan isnormal isordered isunordered ldexp length length_squared log log10
log2 mad24 madhi madsat max max3 median3 min min3 mix modf mul24 mulhi nan nextafter normalize popcount pow powr precise
reflect refract reverse_bits rhadd rint rotate round rsqrt saturate select sign signbit simd_all simd_any simd_ballot
simd_broadcast simd_sum simdgroup_barrier sin sincos sinh sinpi smoothstep sqrt step subsat tan tanh tanpi
threadgroup_barrier transpose trunc pack_float_to_unorm4x8 pack_float_to_snorm4x8 unpack_unorm4x8_to_float
unpack_snorm4x8_to_float INFINITY NAN FLT_MAX FLT_MIN HALF_MAX M_PI_F M_E_F INT_MAX INT_MIN UINT_MAX 
int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t mod inverse2 inverse3 inverse4 outer_product2 outer_product3 outer_product4
raytracing ray_flags sign_of find_lsb find_msb compare_exchange add_carry sub_borrow mul_extended ballot
topology texture1d texture1d_array texture2d texture2d_array texture2d_ms texture2d_ms_array texture3d texturecube
texturecube_array texture_buffer depth2d depth2d_array depthcube depthcube_array depth2d_ms depth2d_ms_array
matrix acceleration_structure intersector patch_control_point interpolant command_buffer render_command
",
);

/// Types that come with a number of components.
static SCALARS: Words<32> =
    Words::new("bool char uchar short ushort int uint long ulong half float bfloat double");

/// True if a word may not be a name.
pub(super) fn is_reserved(word: &str) -> bool {
    const FAMILIES: [&str; 6] = ["atomic_", "simd_", "quad_", "__", "memory_order_", "spv"];
    WORDS.contains(word)
        || without_size(word, b'2')
            .or_else(|| word.strip_prefix("packed_"))
            .is_some_and(|stem| SCALARS.contains(stem.strip_prefix("packed_").unwrap_or(stem)))
        || FAMILIES.iter().any(|start| word.starts_with(start))
}
