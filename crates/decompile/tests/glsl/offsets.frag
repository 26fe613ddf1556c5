#version 450

layout(binding = 0) uniform sampler2DArrayShadow depths;
layout(binding = 1) buffer Sums { float sum; } sums[2];
layout(location = 0) flat in int which;
layout(location = 1) in vec4 place;
layout(location = 0) out vec4 color;

void main()
{
    sums[which].sum = 1.0;
    color = vec4(textureOffset(depths, place, ivec2(1, 0)));
}
