//== common frag
#version 450
layout(location = 0) in vec4 v;
layout(location = 1) flat in ivec4 whole;
layout(location = 0) out vec4 color;
void main() {
    color = radians(v) + sin(v) + atan(v, v.wzyx) + pow(v, v) + inversesqrt(v);
    color += abs(v) * sign(v) + mod(v, 2.0) + min(v, 1.0) + clamp(v, 0.0, v.x) + vec4(abs(whole) + max(whole, 3));
    color += mix(v, v.yxwz, 0.5) + mix(v, v.wzyx, lessThan(v, vec4(1.0))) + step(0.5, v) + smoothstep(0.0, 1.0, v);
    float part;
    int exponent;
    color.x += modf(v.x, part) + part + frexp(v.y, exponent) + ldexp(v.z, exponent) + fma(v.x, v.y, v.z);
    if (any(isnan(v)) || all(not(equal(v, v.wzyx))) || isinf(v.x)) color.y = 0.0;
}
//== geometry frag
#version 450
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 color;
void main() {
    color = vec4(length(v) + distance(v, v.wzyx) + dot(v, v) + dot(v.x, v.y), cross(v.xyz, v.zyx));
    color += normalize(v) + faceforward(v, v, v) + reflect(v, v) + refract(v, v, 0.5);
    mat2x3 m = mat2x3(v.xyz, v.yzw);
    mat3 product = outerProduct(v.xyz, v.yzw) * inverse(m * transpose(m));
    color.xyz += matrixCompMult(product, product) * vec3(determinant(product));
}
//== doubles comp
#version 450
layout(binding = 0) buffer Data { dvec3 d; dmat3 m; double one; uvec2 packed; } data;
void main() {
    data.d = sqrt(data.d) + mix(data.d, abs(data.d), 0.5lf) + cross(data.d, data.d);
    int exponent;
    data.one = frexp(data.one, exponent) + determinant(data.m) + dot(data.d, data.d);
    data.packed = unpackDouble2x32(data.one);
    data.one = packDouble2x32(data.packed.yx);
}
//== integers comp
#version 450
layout(binding = 0) buffer Data { uint u; int i; uvec3 many; ivec3 some; float f; vec4 v; } data;
void main() {
    uint carry, high, low;
    data.u = uaddCarry(data.u, 3u, carry) + usubBorrow(data.u, carry, data.many.x);
    umulExtended(data.u, 5u, high, low);
    imulExtended(data.i, 5, data.some.x, data.some.y);
    data.u += high ^ low;
    data.some.z = bitfieldExtract(data.i, 1, 2) + bitCount(data.u) + findLSB(data.u) + findMSB(data.u) + findMSB(data.i);
    data.many = bitfieldReverse(bitfieldInsert(data.many, data.many, 3, 4));
    data.f = uintBitsToFloat(floatBitsToUint(data.f) | 1u) + intBitsToFloat(floatBitsToInt(data.v.x));
    data.u = packUnorm4x8(data.v) + packSnorm2x16(data.v.xy) + packHalf2x16(data.v.zw);
    data.v = unpackSnorm4x8(data.u) + vec4(unpackUnorm2x16(data.u), unpackHalf2x16(data.u));
}
//== small comp
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(binding = 0) buffer Data { float16_t h; f16vec4 v; i16vec2 i; uint16_t u; i8vec4 bytes; int word; } data;
void main() {
    data.v = mix(sin(data.v), clamp(data.v, data.h, data.h), greaterThan(data.v, data.v.wzyx));
    int16_t exponent;
    data.h = frexp(data.h, exponent) + ldexp(data.h, exponent);
    data.i = max(data.i, exponent) + unpack16(data.word);
    data.u = float16BitsToUint16(data.h);
    data.word = pack32(data.bytes) + bitCount(data.i).x + findMSB(data.i).y;
}
//== widths comp
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(binding = 0) buffer Data { i8vec2 i; uint16_t u; int64_t wide; u64vec2 pair; ivec4 found; } data;
void main() {
    data.i = bitfieldInsert(bitfieldExtract(data.i, int8_t(1), int8_t(3)), bitfieldReverse(data.i), int8_t(2), int8_t(4));
    data.u = bitfieldReverse(data.u);
    data.found = ivec4(bitCount(data.wide), findLSB(data.pair).x, findMSB(data.wide), findMSB(data.pair).y);
    data.found.xy += ivec2(findLSB(data.i)) + ivec2(bitCount(data.u), findMSB(data.u));
}
