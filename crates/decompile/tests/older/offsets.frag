#version 450
layout(location = 0) in vec4 tint;
layout(location = 0) out vec4 color;
layout(binding = 2) uniform sampler2DArrayShadow depths;
void main()
{
    color = vec4(tint.xyz, textureOffset(depths, tint, ivec2(1, 0)));
}
