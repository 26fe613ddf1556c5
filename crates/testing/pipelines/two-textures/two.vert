#version 450 core
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 corner;
layout(location = 0) out vec2 uv;

void main()
{
    uv = corner * 2.0 - 0.25;
    gl_Position = vec4(position, 0.25, 1.0);
}
