#version 450

layout(location = 0) in vec2 place;
layout(location = 0, component = 2) in float depth;
in Rest { layout(location = 0, component = 3) float fade; } rest;
layout(location = 0) out vec4 color;

void main()
{
    color = vec4(place, depth, rest.fade);
}
