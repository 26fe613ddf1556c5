#version 450
layout(set = 0, binding = 0) uniform sampler1D ramp;
layout(set = 0, binding = 1) uniform sampler1DShadow shade;
layout(location = 0) in vec4 place;
layout(location = 0) out vec4 color;
void main()
{
    color = textureProj(ramp, place) + textureProj(ramp, place.xw, 0.5);
    color.a *= textureProj(shade, place);
}
