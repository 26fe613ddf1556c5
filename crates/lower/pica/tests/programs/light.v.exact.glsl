#version 450

layout(location = 0) in vec4 position;
layout(location = 1) in vec4 normal;

layout(location = 1) out vec4 color;

layout(binding = 0, std140) uniform Uniforms {
    vec4 mvp[4];
    vec4 light;
    vec4 tint;
} uniforms;

uint f24_round(uint sign_, int exponent, uint significand)
{
    if (significand == 0u) {
        return 0u;
    }
    uint index = 30u - ((floatBitsToUint(float(significand & (significand >> 1u ^ 4294967295u))) >> 23u) - 127u);
    uint index2 = significand << index;
    uint index3 = index2 >> 14u;
    uint index4 = 1u << 14u;
    uint index5 = index2 & (index4 - 1u);
    uint index6 = index4 >> 1u;
    uint index7 = index3 + (index5 > index6 || (index5 == index6 && (index3 & 1u) == 1u) ? 1u : 0u);
    int index8 = exponent - int(index) + int(index7 >> 17u);
    if (index8 < 65) {
        return 0u;
    }
    if (index8 > 190) {
        return sign_ | 2139095040u;
    }
    return sign_ | (uint(index8) << 23u) | ((index7 & 65535u) << 7u);
}

bool f24_is_nan(uint a)
{
    return (a & 2147483647u) > 2139095040u;
}

uint f24_operand(uint a)
{
    return (a & 2147483647u) < 545259520u ? 0u : a;
}

uint f24_mul(uint a, uint b)
{
    uint result = f24_operand(a);
    uint result2 = f24_operand(b);
    if (f24_is_nan(result) || f24_is_nan(result2)) {
        return 2143289344u;
    }
    if (result == 0u || result2 == 0u) {
        return 0u;
    }
    uint index = (result ^ result2) & 2147483648u;
    if ((result & 2147483647u) == 2139095040u || (result2 & 2147483647u) == 2139095040u) {
        return index | 2139095040u;
    }
    uint index2 = result >> 7u & 65535u;
    uint index3 = result2 >> 7u & 65535u;
    uint index4 = index2 * index3;
    uint index5 = index4 & 65535u;
    uint index6 = index2 + index3 + 65536u + (index4 >> 16u) << 13u | (index5 >> 3u) | ((index5 & 7u) != 0u ? 1u : 0u);
    return f24_round(index, int((result >> 23u & 255u) + (result2 >> 23u & 255u)) - 126, index6);
}

uint f24_load(uint a)
{
    uint index = a >> 23u & 255u;
    if (f24_is_nan(a)) {
        return 2143289344u;
    }
    if ((a & 2147483647u) == 2139095040u) {
        return a;
    }
    uint index2 = a & 2147483648u;
    uint index3 = a & 8388607u | 8388608u;
    if (index >= 65u) {
        return f24_round(index2, int(index), index3 << 7u);
    }
    if (index < 48u) {
        return 0u;
    }
    uint index4 = 72u - index;
    uint index5 = index3 >> index4;
    uint index6 = 1u << index4;
    uint index7 = index3 & (index6 - 1u);
    uint index8 = index6 >> 1u;
    uint index9 = index5 + (index7 > index8 || (index7 == index8 && (index5 & 1u) == 1u) ? 1u : 0u);
    if (index9 == 0u) {
        return 0u;
    }
    uint index10 = (floatBitsToUint(float(index9 & (index9 >> 1u ^ 4294967295u))) >> 23u) - 127u;
    return index2 | (index10 + 49u << 23u) | (index9 << (23u - index10) & 8388607u);
}

uvec4 f24_load4(uvec4 a)
{
    return uvec4(f24_load(a.x), f24_load(a.y), f24_load(a.z), f24_load(a.w));
}

uint f24_copy(uint a)
{
    return f24_is_nan(a) ? 2143289344u : a;
}

int f24_order(uint a)
{
    int index = int(a & 2147483647u);
    return (a & 2147483648u) != 0u ? -index : index;
}

bool f24_lt(uint a, uint b)
{
    return !(f24_is_nan(a) || f24_is_nan(b)) && f24_order(a) < f24_order(b);
}

uint f24_max(uint a, uint b)
{
    return f24_copy(f24_lt(b, a) ? a : b);
}

uint f24_add(uint a, uint b)
{
    uint result = f24_operand(a);
    uint result2 = f24_operand(b);
    if (f24_is_nan(result) || f24_is_nan(result2)) {
        return 2143289344u;
    }
    bool test = (result2 & 2147483647u) == 2139095040u;
    if ((result & 2147483647u) == 2139095040u) {
        return test && result != result2 ? 2143289344u : result;
    }
    if (test || result == 0u) {
        return result2;
    }
    if (result2 == 0u) {
        return result;
    }
    bool test2 = (result & 2147483647u) < (result2 & 2147483647u);
    uint index = test2 ? result2 : result;
    uint index2 = test2 ? result : result2;
    uint index3 = index >> 23u & 255u;
    uint index4 = index3 - (index2 >> 23u & 255u);
    uint index5 = index4 > 30u ? 30u : index4;
    uint index6 = (index & 8388607u | 8388608u) << 6u;
    uint index7 = (index2 & 8388607u | 8388608u) << 6u;
    uint index8 = index7 >> index5 | ((index7 & ((1u << index5) - 1u)) != 0u ? 1u : 0u);
    return f24_round(index & 2147483648u, int(index3) + 1, ((result ^ result2) & 2147483648u) != 0u ? index6 - index8 : index6 + index8);
}

uint f24_dp3(uvec4 a, uvec4 b)
{
    return f24_add(f24_add(f24_mul(a.x, b.x), f24_mul(a.y, b.y)), f24_mul(a.z, b.z));
}

uint f24_dp4(uvec4 a, uvec4 b)
{
    return f24_add(f24_dp3(a, b), f24_mul(a.w, b.w));
}

void main()
{
    uvec4 result = f24_load4(floatBitsToUint(position));
    uint result2 = f24_dp3(f24_load4(floatBitsToUint(uniforms.light)), f24_load4(floatBitsToUint(normal)));
    uvec4 result3 = f24_load4(floatBitsToUint(uniforms.tint));
    uvec4 vector = uvec4(f24_dp4(f24_load4(floatBitsToUint(uniforms.mvp[0])), result), f24_dp4(f24_load4(floatBitsToUint(uniforms.mvp[1])), result), f24_dp4(f24_load4(floatBitsToUint(uniforms.mvp[2])), result), f24_dp4(f24_load4(floatBitsToUint(uniforms.mvp[3])), result));
    gl_Position = uintBitsToFloat(vector);
    color = uintBitsToFloat(uvec4(f24_mul(result3.x, f24_max(0u, result2)), f24_mul(result3.y, f24_max(0u, result2)), f24_mul(result3.z, f24_max(0u, result2)), 1065353216u));
}
