#version 450

layout(points) in;
layout(triangle_strip, max_vertices = 3) out;

layout(location = 0) in vec4 colors[];
layout(location = 0) out vec4 color;

void main()
{
    for (int i = 0; i < 3; i++) {
        color = colors[i];
        gl_Position = gl_in[i].gl_Position + vec4(i & 1, i >> 1, 0.0, 0.0);
        EmitVertex();
    }
    EndPrimitive();
}
