#version 450

struct Vertex {
    float px, py, pz;
    uint packedNormal;
    float u, v;
};

layout(std430, binding = 0) readonly buffer VertexBuffer {
    Vertex vertices[];
};
layout(std430, binding = 1) readonly buffer IndexBuffer {
    uint indices[];
};
layout(push_constant) uniform Push {
    mat4 mvp;
};

layout(location = 0) out vec3 normal;
layout(location = 1) out vec2 uv;

void main() {
    uint index = indices[gl_VertexIndex];
    Vertex vertex = vertices[index];
    normal = vec3(unpackSnorm4x8(vertex.packedNormal));
    uv = vec2(vertex.u, vertex.v);
    gl_Position = mvp * vec4(vertex.px, vertex.py, vertex.pz, 1.0);
}
