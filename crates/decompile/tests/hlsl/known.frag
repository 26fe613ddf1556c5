#version 450
#extension GL_EXT_nonuniform_qualifier : require

layout(binding = 0) uniform Light {
    vec4 color;
} lights[4];

layout(location = 0) flat in int which;
layout(location = 0) out vec4 color;

void main()
{
    nonuniformEXT ivec2 steady = ivec2(2, 1);
    nonuniformEXT ivec2 unset;
    nonuniformEXT int moved = which + 1;
    color = lights[steady.y].color + lights[unset.x].color + lights[moved & 3].color;
}
