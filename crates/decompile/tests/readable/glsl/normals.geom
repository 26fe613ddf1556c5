#version 450

layout(triangles) in;
layout(line_strip, max_vertices = 6) out;

layout(push_constant) uniform Push {
    mat4 projection;
    float magnitude;
};
layout(location = 0) in vec3 normal[];
layout(location = 0) out vec3 color;

void emitLine(int index) {
    vec4 position = gl_in[index].gl_Position;
    gl_Position = projection * position;
    color = vec3(1.0, 1.0, 0.0);
    EmitVertex();
    gl_Position = projection * (position + vec4(normal[index], 0.0) * magnitude);
    color = vec3(1.0, 0.0, 0.0);
    EmitVertex();
    EndPrimitive();
}

void main() {
    emitLine(0);
    emitLine(1);
    emitLine(2);
}
