#version 450

layout(local_size_x = 16) in;

layout(std430, binding = 0) readonly buffer Numbers { float numbers[]; };
layout(std430, binding = 1) writeonly buffer Packed { uint words[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    float number = 2.0 - numbers[i] * 3.0;
    words[i] = uint(int(number)) ^ packSnorm2x16(vec2(number, -0.25));
}
