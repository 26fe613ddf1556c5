#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { uint16_t a; int16_t b; u16vec2 c; float16_t d; uint e; int f; } data;
void main() {
    uint16_t sum = data.a + uint16_t(7us);
    data.e = uint(sum) * uint(data.a << 3us);
    data.b = int16_t(-data.b ^ 5s);
    data.c = data.c + u16vec2(~sum, sum);
    data.d = int16BitsToFloat16(int16_t(data.b ^ 3s));
    uint high, low;
    umulExtended(data.e, 5u, high, low);
    int upper, lower;
    imulExtended(data.f, int(low), upper, lower);
    data.e = high + uint(upper);
}
