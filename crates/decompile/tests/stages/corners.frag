#version 460
#extension GL_EXT_fragment_shader_barycentric : require
layout(location = 0) pervertexEXT in vec4 tint[];
layout(location = 0) out vec4 color;

void main()
{
    color = gl_BaryCoordNoPerspEXT.x * tint[0] + gl_BaryCoordNoPerspEXT.y * tint[1] + gl_BaryCoordEXT.z * tint[2];
}
