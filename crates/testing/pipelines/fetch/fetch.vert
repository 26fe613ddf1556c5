#version 330 core
layout(location = 0) in vec2 position;
out float row;

void main()
{
    row = position.y * 8.0 + 8.0;
    gl_Position = vec4(position, 0.5, 1.0);
}
