#version 450

layout(binding = 0) uniform sampler2D picture;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

vec4 unpack32(float number)
{
    return vec4(number, number * 2.0, 0.0, 1.0);
}

void main()
{
    const ivec2 places[4] = ivec2[4](ivec2(0), ivec2(1, 0), ivec2(-1, 0), ivec2(0, 1));
    color = textureGatherOffsets(picture, uv, places, 1) + unpack32(uv.x);
}
