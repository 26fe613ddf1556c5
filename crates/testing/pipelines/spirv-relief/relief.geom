#version 450 core
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;

layout(location = 0) in vec4 inside[];
layout(location = 0) flat out vec4 face;

void main()
{
    vec4 mean = (inside[0] + inside[1] + inside[2]) / 3.0;
    for (int corner = 0; corner < 3; ++corner)
    {
        face = mean;
        gl_Position = gl_in[corner].gl_Position;
        EmitVertex();
    }
    EndPrimitive();
}
