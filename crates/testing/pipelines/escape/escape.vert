#version 330 core
#define FLAT(p) vec4((p), 0.5, 1.0)
layout(location = 0) in vec2 position;
out vec2 plane;

void main()
{
    plane = position * 1.5;
    gl_Position = FLAT(position);
}
