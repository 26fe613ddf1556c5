#version 410 core
layout(location = 0) in vec2 position;
layout(location = 0) out vec2 place;

void main()
{
    place = position * 16.0 + 16.0;
    gl_Position = vec4(position, 0.5, 1.0);
}
