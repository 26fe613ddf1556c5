#version 330 core
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;

uniform float amount;
in vec3 vertex_shade[];
out vec3 face_shade;

void main()
{
    vec4 middle = (gl_in[0].gl_Position + gl_in[1].gl_Position + gl_in[2].gl_Position) / 3.0;
    for (int corner = 0; corner < 3; ++corner)
    {
        face_shade = vertex_shade[corner];
        gl_Position = mix(gl_in[corner].gl_Position, middle, clamp(amount, 0.0, 0.5));
        EmitVertex();
    }
    EndPrimitive();
}
