#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform Sizes { uint count; };
layout(set = 0, binding = 1) buffer Words { uint words[]; };
layout(set = 0, binding = 2) buffer Numbers { float numbers[]; };
void main()
{
    uint index = gl_GlobalInvocationID.x + gl_NumWorkGroups.y * gl_NumWorkGroups[count & 1u];
    f16vec2 halves = unpackFloat2x16(words[index]);
    i16vec2 shorts = unpackInt2x16(int(words[index + 1u]));
    words[index] = packUint2x16(u16vec2(shorts)) + packFloat2x16(halves * float16_t(2.0));
    numbers[index] = cosh(isnan(numbers[index + 1u]) ? 0.0 : 1.0);
}
