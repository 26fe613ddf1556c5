#version 330 core
layout(location = 0) in vec3 position;
out vec3 place;

void main()
{
    place = position * 0.5 + 0.5;
    gl_Position = vec4(position.xy, 0.5, 1.0);
}
