#version 450

layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;

in gl_PerVertex {
    vec4 gl_Position;
    float gl_ClipDistance[3];
} gl_in[];

out gl_PerVertex {
    vec4 gl_Position;
    float gl_ClipDistance[2];
};

layout(location = 0) out float least;

void main()
{
    for (int corner = 0; corner < 3; corner++) {
        float smallest = gl_in[corner].gl_ClipDistance[0];
        for (int plane = 1; plane < 3; plane++) {
            smallest = min(smallest, gl_in[corner].gl_ClipDistance[plane]);
        }
        least = smallest;
        gl_ClipDistance[0] = smallest;
        gl_ClipDistance[1] = 1.0;
        gl_Position = gl_in[corner].gl_Position;
        EmitVertex();
    }
    EndPrimitive();
}
