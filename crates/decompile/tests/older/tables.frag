#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(location = 0) in vec4 tint;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform Tint { vec4 by; } tints[];
void main()
{
    color = tint * tints[int(tint.x)].by;
}
