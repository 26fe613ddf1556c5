#version 450
#extension GL_EXT_mesh_shader : require

layout(location = 0) in vec3 normal;
layout(location = 3) perprimitiveEXT in vec4 tint;
layout(location = 0) out vec4 color;

void main()
{
    color = tint * max(normal.y, 0.1);
}
