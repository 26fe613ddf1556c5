#version 450

layout(triangles, fractional_odd_spacing, ccw) in;

layout(location = 0) in vec3 bent[];
layout(location = 1) patch in vec4 edge;

layout(location = 0) out vec3 normal;

void main()
{
    normal = bent[0] * gl_TessCoord.x + bent[1] * gl_TessCoord.y + bent[2] * gl_TessCoord.z;
    vec4 position = gl_in[0].gl_Position * gl_TessCoord.x + gl_in[1].gl_Position * gl_TessCoord.y + gl_in[2].gl_Position * gl_TessCoord.z;
    gl_Position = position + vec4(normal * edge.x, 0.0);
}
