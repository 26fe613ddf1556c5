#version 450

layout(points) in;
layout(triangle_strip, max_vertices = 4) out;

layout(location = 0) in float size[];
layout(location = 1) in Look {
    vec4 color;
    flat int layer;
} look[];

layout(location = 0) out vec2 corner;
layout(location = 1) out vec4 color;

void main()
{
    vec4 center = gl_in[0].gl_Position;
    for (int i = 0; i < 4; i++) {
        corner = vec2(i & 1, i >> 1);
        color = look[0].color;
        gl_Position = center + vec4((corner - 0.5) * size[0], 0.0, 0.0);
        gl_PrimitiveID = gl_PrimitiveIDIn;
        gl_Layer = look[0].layer;
        EmitVertex();
    }
    EndPrimitive();
}
