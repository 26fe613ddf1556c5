#version 450

layout(location = 0) in vec4 tint;
layout(location = 0) out vec4 color;

void main()
{
    vec4 half_known;
    half_known.xy = tint.zw;
    color += tint * half_known;
}
