#version 450

layout(local_size_x = 16) in;

layout(std430, binding = 0) readonly buffer Pairs { uvec2 pairs[]; };
layout(std430, binding = 1) writeonly buffer Divisors { uint divisors[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint a = pairs[i].x * 6u + 4u;
    uint b = pairs[i].y * 4u + 6u;
    // What one becomes is the other: neither may change before both are read.
    while (b != 0u) {
        uint rest = a % b;
        a = b;
        b = rest;
    }
    divisors[i] = a;
}
