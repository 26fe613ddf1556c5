//! Holds functions that HLSL lacks.

use super::Hlsl;
use crate::refusal::Reason;
use crate::text::{Scalar, Writer, joined};

/// Name and text of a function. `{T}` is a type of floats, `{I}` of signed, `{U}` of unsigned integers of its size.
static HELPERS: &[(&str, &str)] = &[
    ("mod", "{T} mod({T} x, {T} y)\n{\n    return x - y * floor(x / y);\n}\n"),
    (
        "floored_mod",
        "{I} floored_mod({I} x, {I} y)\n{\n    {I} rest = x % y;\n    return rest + y * {I}((rest != 0) * ((rest ^ y) < 0));\n}\n",
    ),
    ("asinh", "{T} asinh({T} x)\n{\n    return sign(x) * log(abs(x) + sqrt(x * x + 1.0));\n}\n"),
    ("acosh", "{T} acosh({T} x)\n{\n    return log(x + sqrt(x * x - 1.0));\n}\n"),
    ("atanh", "{T} atanh({T} x)\n{\n    return 0.5 * log((1.0 + x) / (1.0 - x));\n}\n"),
    (
        "frexp_int",
        "{T} frexp_int({T} x, out {I} exponent)\n{\n    {T} power;\n    {T} fraction = frexp(abs(x), power);\n    exponent = {I}(power);\n    return sign(x) * fraction;\n}\n",
    ),
    (
        "add_carry",
        "{U} add_carry({U} x, {U} y, out {U} carry)\n{\n    {U} sum = x + y;\n    carry = {U}(sum < x);\n    return sum;\n}\n",
    ),
    (
        "sub_borrow",
        "{U} sub_borrow({U} x, {U} y, out {U} borrow)\n{\n    borrow = {U}(x < y);\n    return x - y;\n}\n",
    ),
    (
        "mul_extended",
        "{U} mul_extended({U} x, {U} y, out {U} high)\n{\n    {U} low_x = x & 0xffffu;\n    {U} low_y = y & 0xffffu;\n    {U} high_x = x >> 16u;\n    {U} high_y = y >> 16u;\n    {U} middle = high_x * low_y + ((low_x * low_y) >> 16u);\n    {U} other = low_x * high_y + (middle & 0xffffu);\n    high = high_x * high_y + (middle >> 16u) + (other >> 16u);\n    return x * y;\n}\n",
    ),
    (
        "insert_bits",
        "{U} insert_bits({U} base, {U} value, uint offset, uint count)\n{\n    uint mask = (count >= 32u ? 0xffffffffu : (1u << count) - 1u) << offset;\n    return (base & ~mask) | ((value << offset) & mask);\n}\n",
    ),
    (
        "extract_bits",
        "{U} extract_bits({U} value, uint offset, uint count)\n{\n    uint mask = count >= 32u ? 0xffffffffu : (1u << count) - 1u;\n    return (value >> offset) & mask;\n}\n",
    ),
    (
        "extract_signed_bits",
        "{I} extract_signed_bits({I} value, uint offset, uint count)\n{\n    if (count == 0u) {\n        return 0;\n    }\n    uint rest = 32u - count;\n    return (value << (rest - offset)) >> rest;\n}\n",
    ),
    (
        "ballot_bit_count",
        "uint ballot_bit_count(uint4 lanes, uint limit)\n{\n    uint4 count = uint4(clamp(int(limit) - int4(0, 32, 64, 96), 0, 32));\n    uint4 half_count = count >> 1u;\n    uint4 bits = countbits(lanes & ~((0xffffffffu << half_count) << (count - half_count)));\n    return bits.x + bits.y + bits.z + bits.w;\n}\n",
    ),
    (
        "ballot_bit",
        "bool ballot_bit(uint4 lanes, uint lane)\n{\n    return ((lanes[lane >> 5u] >> (lane & 31u)) & 1u) != 0u;\n}\n",
    ),
    (
        "ballot_first_bit_low",
        "uint ballot_first_bit_low(uint4 lanes)\n{\n    for (uint i = 0u; i < 4u; i++) {\n        if (lanes[i] != 0u) {\n            return firstbitlow(lanes[i]) + 32u * i;\n        }\n    }\n    return 0xffffffffu;\n}\n",
    ),
    (
        "ballot_first_bit_high",
        "uint ballot_first_bit_high(uint4 lanes)\n{\n    for (uint i = 4u; i > 0u; i--) {\n        if (lanes[i - 1u] != 0u) {\n            return firstbithigh(lanes[i - 1u]) + 32u * (i - 1u);\n        }\n    }\n    return 0xffffffffu;\n}\n",
    ),
    (
        "pack_unorm4x8",
        "uint pack_unorm4x8(float4 value)\n{\n    uint4 bytes = uint4(round(saturate(value) * 255.0));\n    return bytes.x | (bytes.y << 8) | (bytes.z << 16) | (bytes.w << 24);\n}\n",
    ),
    (
        "unpack_unorm4x8",
        "float4 unpack_unorm4x8(uint value)\n{\n    uint4 bytes = uint4(value, value >> 8, value >> 16, value >> 24) & 0xff;\n    return float4(bytes) / 255.0;\n}\n",
    ),
    (
        "pack_snorm4x8",
        "uint pack_snorm4x8(float4 value)\n{\n    uint4 bytes = asuint(int4(round(clamp(value, -1.0, 1.0) * 127.0))) & 0xff;\n    return bytes.x | (bytes.y << 8) | (bytes.z << 16) | (bytes.w << 24);\n}\n",
    ),
    (
        "unpack_snorm4x8",
        "float4 unpack_snorm4x8(uint value)\n{\n    int4 bytes = int4(value << 24, value << 16, value << 8, value) >> 24;\n    return clamp(float4(bytes) / 127.0, -1.0, 1.0);\n}\n",
    ),
    (
        "pack_unorm2x16",
        "uint pack_unorm2x16(float2 value)\n{\n    uint2 halves = uint2(round(saturate(value) * 65535.0));\n    return halves.x | (halves.y << 16);\n}\n",
    ),
    (
        "unpack_unorm2x16",
        "float2 unpack_unorm2x16(uint value)\n{\n    return float2(value & 0xffff, value >> 16) / 65535.0;\n}\n",
    ),
    (
        "pack_snorm2x16",
        "uint pack_snorm2x16(float2 value)\n{\n    uint2 halves = asuint(int2(round(clamp(value, -1.0, 1.0) * 32767.0))) & 0xffff;\n    return halves.x | (halves.y << 16);\n}\n",
    ),
    (
        "unpack_snorm2x16",
        "float2 unpack_snorm2x16(uint value)\n{\n    int2 halves = int2(value << 16, value) >> 16;\n    return clamp(float2(halves) / 32767.0, -1.0, 1.0);\n}\n",
    ),
    (
        "pack_half2x16",
        "uint pack_half2x16(float2 value)\n{\n    return f32tof16(value.x) | (f32tof16(value.y) << 16);\n}\n",
    ),
    (
        "unpack_half2x16",
        "float2 unpack_half2x16(uint value)\n{\n    return float2(f16tof32(value & 0xffff), f16tof32(value >> 16));\n}\n",
    ),
    (
        "pack_double2x32",
        "double pack_double2x32(uint2 value)\n{\n    return asdouble(value.x, value.y);\n}\n",
    ),
    (
        "unpack_double2x32",
        "uint2 unpack_double2x32(double value)\n{\n    uint2 bits;\n    asuint(value, bits.x, bits.y);\n    return bits;\n}\n",
    ),
    (
        "pack_uint2x32",
        "uint64_t pack_uint2x32(uint2 value)\n{\n    return uint64_t(value.x) | (uint64_t(value.y) << 32);\n}\n",
    ),
    (
        "unpack_uint2x32",
        "uint2 unpack_uint2x32(uint64_t value)\n{\n    return uint2(uint(value), uint(value >> 32));\n}\n",
    ),
    (
        "join_words",
        "uint join_words(uint16_t2 value)\n{\n    return uint(value.x) | (uint(value.y) << 16);\n}\n",
    ),
    (
        "split_word",
        "uint16_t2 split_word(uint value)\n{\n    return uint16_t2(uint16_t(value), uint16_t(value >> 16));\n}\n",
    ),
    (
        "inverse2",
        "float2x2 inverse(float2x2 m)\n{\n    return float2x2(m[1].y, -m[0].y, -m[1].x, m[0].x) * (1.0 / determinant(m));\n}\n",
    ),
    (
        "inverse3",
        "float3x3 inverse(float3x3 m)\n{\n    float3x3 rows = float3x3(cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1]));\n    return transpose(rows) * (1.0 / dot(m[0], rows[0]));\n}\n",
    ),
    (
        "inverse4",
        "float4x4 inverse(float4x4 m)\n{\n    float4x4 rows;\n    for (int i = 0; i < 4; i++) {\n        float4 a = m[(i + 1) & 3];\n        float4 b = m[(i + 2) & 3];\n        float4 c = m[(i + 3) & 3];\n        float3 bc = cross(b.yzw, c.yzw);\n        float4 row = float4(dot(a.yzw, bc),\n                            -dot(a.xzw, cross(b.xzw, c.xzw)),\n                            dot(a.xyw, cross(b.xyw, c.xyw)),\n                            -dot(a.xyz, cross(b.xyz, c.xyz)));\n        rows[i] = (i & 1) == 0 ? row : -row;\n    }\n    return transpose(rows) * (1.0 / dot(m[0], rows[0]));\n}\n",
    ),
];

impl Writer<'_, '_, Hlsl> {
    /// Makes the text contain a function for numbers of 32 bits, or vectors of these.
    pub(super) fn require_helper(&mut self, name: &'static str, size: u32) {
        self.require_helper_of(name, size, 32);
    }

    /// Makes the text contain a function for numbers of a width, or vectors of these.
    pub(super) fn require_helper_of(&mut self, name: &'static str, size: u32, width: u32) {
        let Some((name, text)) = HELPERS.iter().find(|helper| helper.0 == name) else { return };
        let mut text = (*text).to_owned();
        for (mark, scalar) in
            [("{T}", Scalar::Float(width)), ("{I}", Scalar::Int(width)), ("{U}", Scalar::Uint(width))]
        {
            if text.contains(mark) {
                text = text.replace(mark, self.vector_text(scalar, size.max(1)));
            }
        }
        if width == 64 {
            self.lacks(Reason::Instruction, "this function of numbers of 64 bits");
        }
        self.language.helpers.insert(joined!(name, " ", size, " ", width), text);
    }
}

#[cfg(test)]
mod tests {
    use super::HELPERS;
    use crate::hlsl::keywords::is_reserved;

    #[test]
    fn names_of_helpers_are_reserved() {
        for (name, _) in HELPERS {
            assert!(is_reserved(name), "{name}");
        }
    }
}
