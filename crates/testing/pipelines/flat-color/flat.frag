#version 330 core
uniform vec4 tint;
layout(location = 0) out vec4 color;

void main()
{
    color = tint;
}
