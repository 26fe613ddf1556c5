#version 450
layout(lines_adjacency) in;
layout(points, max_vertices = 4) out;

layout(location = 0) in mat2 turn[];
layout(location = 2) flat in uint kind[];
layout(location = 0) flat out uvec2 kinds;

int last = 0;

void point(int index)
{
    kinds = uvec2(kind[index], kind[last]);
    gl_Position = vec4(turn[index] * gl_in[index].gl_Position.xy, gl_in[index].gl_Position.zw);
    gl_PointSize = gl_in[index].gl_PointSize * 2.0;
    gl_ViewportIndex = index;
    last = index;
    EmitVertex();
}

void main()
{
    if (kind[0] == 7u) {
        return;
    }
    for (int i = 0; i < gl_in.length(); i++) {
        point(i);
    }
}
