#version 420 core
layout(triangles) in;
layout(triangle_strip, max_vertices = 6) out;

struct View
{
    vec4 place;
    vec3 tint;
};

layout(std140) uniform Views
{
    View views[2];
};

layout(location = 0) in vec2 uv[];
layout(location = 0) out vec2 across;
layout(location = 1) flat out vec3 tint;

void main()
{
    for (int view = 0; view < 2; ++view)
    {
        float side = view == 0 ? -0.5 : 0.5;
        for (int corner = 0; corner < 3; ++corner)
        {
            vec4 at = gl_in[corner].gl_Position;
            across = uv[corner];
            tint = views[view].tint;
            gl_Position = vec4(at.x * 0.5 + side, at.y * (0.5 + 0.5 * views[view].place.x), at.z, 1.0);
            EmitVertex();
        }
        EndPrimitive();
    }
}
