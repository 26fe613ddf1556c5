#version 450

layout(points) in;
layout(triangle_strip, max_vertices = 4) out;

layout(binding = 0) uniform Camera {
    mat4 viewProj;
    vec3 right;
    vec3 up;
};

layout(location = 0) in float size[];
layout(location = 0) out vec2 uv;

void main() {
    vec3 center = gl_in[0].gl_Position.xyz;
    for (int i = 0; i < 4; i++) {
        vec2 corner = vec2(i & 1, i >> 1);
        vec2 offset = (corner - 0.5) * size[0];
        gl_Position = viewProj * vec4(center + right * offset.x + up * offset.y, 1.0);
        uv = corner;
        EmitVertex();
    }
    EndPrimitive();
}
