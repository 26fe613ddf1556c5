// Points to quads that face the viewer.
#version 450
layout(points) in;
layout(triangle_strip, max_vertices = 4) out;

layout(std140, set = 0, binding = 1) uniform Camera {
    mat4 view;
    mat4 projection;
    vec2 size;
};

layout(location = 0) in vec4 tint[];
layout(location = 1) out vec4 color;
layout(location = 2) out vec2 corner;

void main() {
    vec4 center = view * gl_in[0].gl_Position;
    for (int i = 0; i < 4; ++i) {
        corner = vec2(i & 1, i >> 1);
        color = tint[0];
        gl_Position = projection * (center + vec4((corner - 0.5) * size, 0.0, 0.0));
        EmitVertex();
    }
    EndPrimitive();
}
