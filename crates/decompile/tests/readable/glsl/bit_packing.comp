#version 450

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly buffer Vertices {
    vec4 vertices[];
};
layout(std430, binding = 1) writeonly buffer Packed {
    uvec2 result[];
};

uint packNormal(vec3 n) {
    n /= abs(n.x) + abs(n.y) + abs(n.z);
    vec2 octahedron = n.z >= 0.0 ? n.xy : (1.0 - abs(n.yx)) * vec2(n.x >= 0.0 ? 1.0 : -1.0, n.y >= 0.0 ? 1.0 : -1.0);
    return packSnorm2x16(octahedron);
}

uint packColor(uvec4 c) {
    return (c.a << 24) | (c.b << 16) | (c.g << 8) | c.r;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    vec4 v = vertices[i];
    uvec4 bytes = uvec4(clamp(v, 0.0, 1.0) * 255.0 + 0.5);
    result[i] = uvec2(packNormal(v.xyz * 2.0 - 1.0), packColor(bytes) ^ (bitfieldReverse(i) >> 8));
}
