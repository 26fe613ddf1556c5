#version 330 core
layout(location = 0) in vec2 position;
layout(location = 1) in vec3 shade;
out vec3 vertex_shade;

void main()
{
    vertex_shade = shade;
    gl_Position = vec4(position, 0.5, 1.0);
}
