#version 450 core
layout(location = 0) in vec2 position;
layout(location = 1) in vec4 shade;
layout(location = 0) out vec4 corner;

void main()
{
    corner = shade;
    gl_Position = vec4(position, 0.5, 1.0);
}
