#version 450

layout(location = 0) in vec2 texture_place;
layout(location = 0) out vec4 color;

vec2 moved(vec2 texture_place)
{
    vec2 texture_2 = texture_place * 2.0;
    return texture_2 + texture_place;
}

void main()
{
    vec2 texture_2 = moved(texture_place);
    color = vec4(texture_2, texture_place * texture_2);
}
