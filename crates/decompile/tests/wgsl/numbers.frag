#version 450
layout(location = 0) in vec4 a;
layout(location = 1) flat in ivec4 b;
layout(location = 0) out vec4 color;
const float TABLE[4] = float[](1.0, 0.5, 0.25, 1e-7);
void main() {
    vec4 whole;
    vec4 part = modf(a, whole);
    int power;
    float mantissa = frexp(a.x, power);
    uint carry, high, low;
    uint sum = uaddCarry(uint(b.x), 7u, carry);
    umulExtended(sum, carry, high, low);
    color = mod(a, 3.0) + mod(part * 2.0, whole + 1.0) + vec4(TABLE[b.x & 3]);
    color.x += float(b.x % b.y) + float(bitfieldExtract(b.x, 2, 5)) + float(findMSB(b.y)) + ldexp(mantissa, power);
    color.yz *= inverse(mat2(a)) * unpackHalf2x16(high);
    color.w += isnan(a.x) || isinf(a.y) ? 1.0 / intBitsToFloat(b.z) : float(low);
    color *= outerProduct(a, part) * step(vec4(0.5), a) * mix(1.0, 2.0, a.y);
    color += vec4(lessThan(a, part)) + vec4(notEqual(b, b.yxwz)) + faceforward(a, part, whole);
    color.x = any(lessThan(a, vec4(0.0))) ? uintBitsToFloat(0x7f800000u) : color.x;
}
