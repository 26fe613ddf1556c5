//! Holds functions that MSL lacks.

use super::Msl;
use crate::text::Writer;

/// Name and text of a function, and those that it calls.
type Helper = (&'static str, &'static str);

static HELPERS: &[Helper] = &[
    ("mod", "template <typename T>\nT mod(T x, T y)\n{\n    return x - y * floor(x / y);\n}\n"),
    (
        "floored_mod",
        "template <typename T>\nT floored_mod(T x, T y)\n{\n    T rest = x % y;\n    return select(rest, rest + y, (rest != T(0)) & ((rest ^ y) < T(0)));\n}\n",
    ),
    (
        "modf_device",
        "template <typename T, typename P>\nT modf_device(T x, device P& whole)\n{\n    T part;\n    T fraction = modf(x, part);\n    whole = part;\n    return fraction;\n}\n",
    ),
    (
        "modf_threadgroup",
        "template <typename T, typename P>\nT modf_threadgroup(T x, threadgroup P& whole)\n{\n    T part;\n    T fraction = modf(x, part);\n    whole = part;\n    return fraction;\n}\n",
    ),
    (
        "sign_of",
        "template <typename T>\nT sign_of(T x)\n{\n    return select(select(T(0), T(1), x > T(0)), T(-1), x < T(0));\n}\n",
    ),
    (
        "find_lsb",
        "template <typename T>\nT find_lsb(T x)\n{\n    return select(ctz(x), T(-1), x == T(0));\n}\n",
    ),
    (
        "find_msb",
        "template <typename T>\nT find_msb(T x)\n{\n    return select(T(31) - clz(x), T(-1), x == T(0));\n}\n",
    ),
    (
        "find_signed_msb",
        "template <typename T>\nT find_signed_msb(T x)\n{\n    T bits = select(x, ~x, x < T(0));\n    return select(T(31) - clz(bits), T(-1), bits == T(0));\n}\n",
    ),
    (
        "add_carry",
        "template <typename T>\nT add_carry(T x, T y, thread T& carry)\n{\n    T sum = x + y;\n    carry = select(T(0), T(1), sum < x);\n    return sum;\n}\n",
    ),
    (
        "sub_borrow",
        "template <typename T>\nT sub_borrow(T x, T y, thread T& borrow)\n{\n    borrow = select(T(0), T(1), x < y);\n    return x - y;\n}\n",
    ),
    (
        "mul_extended",
        "template <typename T, typename H>\nT mul_extended(T x, T y, thread H& high)\n{\n    high = H(mulhi(x, y));\n    return x * y;\n}\n",
    ),
    (
        "outer_product2",
        "template <typename M, typename C>\nM outer_product2(C column, float2 row)\n{\n    return M(column * row.x, column * row.y);\n}\n",
    ),
    (
        "outer_product3",
        "template <typename M, typename C>\nM outer_product3(C column, float3 row)\n{\n    return M(column * row.x, column * row.y, column * row.z);\n}\n",
    ),
    (
        "outer_product4",
        "template <typename M, typename C>\nM outer_product4(C column, float4 row)\n{\n    return M(column * row.x, column * row.y, column * row.z, column * row.w);\n}\n",
    ),
    (
        "inverse2",
        "float2x2 inverse2(float2x2 m)\n{\n    return float2x2(float2(m[1].y, -m[0].y), float2(-m[1].x, m[0].x)) * (1.0 / determinant(m));\n}\n",
    ),
    (
        "inverse3",
        "float3x3 inverse3(float3x3 m)\n{\n    float3x3 rows = float3x3(cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1]));\n    return transpose(rows) * (1.0 / dot(m[0], rows[0]));\n}\n",
    ),
    (
        "inverse4",
        "float4x4 inverse4(float4x4 m)\n{\n    float4x4 rows;\n    for (int i = 0; i < 4; i++) {\n        float4 a = m[(i + 1) & 3];\n        float4 b = m[(i + 2) & 3];\n        float4 c = m[(i + 3) & 3];\n        float3 bc = cross(b.yzw, c.yzw);\n        float4 row = float4(dot(a.yzw, bc),\n                            -dot(a.xzw, cross(b.xzw, c.xzw)),\n                            dot(a.xyw, cross(b.xyw, c.xyw)),\n                            -dot(a.xyz, cross(b.xyz, c.xyz)));\n        rows[i] = (i & 1) == 0 ? row : -row;\n    }\n    return transpose(rows) * (1.0 / dot(m[0], rows[0]));\n}\n",
    ),
    (
        "compare_exchange_device_uint",
        "uint compare_exchange(device atomic_uint* place, uint comparator, uint value)\n{\n    uint found = comparator;\n    while (!atomic_compare_exchange_weak_explicit(place, &found, value, memory_order_relaxed, memory_order_relaxed)\n           && found == comparator) {\n    }\n    return found;\n}\n",
    ),
    (
        "compare_exchange_device_int",
        "int compare_exchange(device atomic_int* place, int comparator, int value)\n{\n    int found = comparator;\n    while (!atomic_compare_exchange_weak_explicit(place, &found, value, memory_order_relaxed, memory_order_relaxed)\n           && found == comparator) {\n    }\n    return found;\n}\n",
    ),
    (
        "compare_exchange_threadgroup_uint",
        "uint compare_exchange(threadgroup atomic_uint* place, uint comparator, uint value)\n{\n    uint found = comparator;\n    while (!atomic_compare_exchange_weak_explicit(place, &found, value, memory_order_relaxed, memory_order_relaxed)\n           && found == comparator) {\n    }\n    return found;\n}\n",
    ),
    (
        "compare_exchange_threadgroup_int",
        "int compare_exchange(threadgroup atomic_int* place, int comparator, int value)\n{\n    int found = comparator;\n    while (!atomic_compare_exchange_weak_explicit(place, &found, value, memory_order_relaxed, memory_order_relaxed)\n           && found == comparator) {\n    }\n    return found;\n}\n",
    ),
    (
        "compare_exchange_texel",
        "template <typename I, typename C, typename T>\nT compare_exchange_texel(I image, C place, T comparator, T value)\n{\n    vec<T, 4> found = comparator;\n    while (!image.atomic_compare_exchange_weak(place, &found, vec<T, 4>(value)) && found.x == comparator) {\n    }\n    return found.x;\n}\n",
    ),
    (
        "compare_exchange_layer",
        "template <typename I, typename C, typename T>\nT compare_exchange_layer(I image, C place, uint layer, T comparator, T value)\n{\n    vec<T, 4> found = comparator;\n    while (!image.atomic_compare_exchange_weak(place, layer, &found, vec<T, 4>(value)) && found.x == comparator) {\n    }\n    return found.x;\n}\n",
    ),
    (
        "all_equal",
        "bool all_equal(bool value)\n{\n    return simd_all(value) || !simd_any(value);\n}\n\ntemplate <typename T>\nbool all_equal(T value)\n{\n    return simd_all(all(value == simd_broadcast_first(value)));\n}\n",
    ),
    (
        "reflect_scalar",
        "template <typename T>\nT reflect_scalar(T incident, T normal)\n{\n    return incident - T(2.0) * normal * incident * normal;\n}\n",
    ),
    (
        "refract_scalar",
        "template <typename T>\nT refract_scalar(T incident, T normal, T ratio)\n{\n    T cosine = normal * incident;\n    T k = T(1.0) - ratio * ratio * (T(1.0) - cosine * cosine);\n    return k < T(0.0) ? T(0.0) : ratio * incident - (ratio * cosine + sqrt(k)) * normal;\n}\n",
    ),
    (
        "faceforward_scalar",
        "template <typename T>\nT faceforward_scalar(T normal, T incident, T reference)\n{\n    return incident * reference < T(0.0) ? normal : -normal;\n}\n",
    ),
    (
        "ray_flags",
        "raytracing::intersection_params ray_flags(uint flags)\n{\n    raytracing::intersection_params params;\n    if ((flags & 1u) != 0u) {\n        params.force_opacity(raytracing::forced_opacity::opaque);\n    }\n    if ((flags & 2u) != 0u) {\n        params.force_opacity(raytracing::forced_opacity::non_opaque);\n    }\n    if ((flags & 4u) != 0u) {\n        params.accept_any_intersection(true);\n    }\n    if ((flags & 16u) != 0u) {\n        params.set_triangle_cull_mode(raytracing::triangle_cull_mode::back);\n    }\n    if ((flags & 32u) != 0u) {\n        params.set_triangle_cull_mode(raytracing::triangle_cull_mode::front);\n    }\n    if ((flags & 64u) != 0u) {\n        params.set_opacity_cull_mode(raytracing::opacity_cull_mode::opaque);\n    }\n    if ((flags & 128u) != 0u) {\n        params.set_opacity_cull_mode(raytracing::opacity_cull_mode::non_opaque);\n    }\n    if ((flags & 256u) != 0u) {\n        params.set_geometry_cull_mode(raytracing::geometry_cull_mode::triangle);\n    }\n    if ((flags & 512u) != 0u) {\n        params.set_geometry_cull_mode(raytracing::geometry_cull_mode::bounding_box);\n    }\n    return params;\n}\n",
    ),
    (
        "ballot",
        "uint4 ballot(bool value)\n{\n    return uint4(as_type<uint2>((ulong)simd_ballot(value)), 0u, 0u);\n}\n",
    ),
];

impl Writer<'_, '_, Msl> {
    /// Makes the text contain a function.
    pub(super) fn require_helper(&mut self, name: &str) {
        if let Some(&(name, text)) = HELPERS.iter().find(|helper| helper.0 == name) {
            self.language.helpers.insert(name, text);
        }
    }
}
