#version 450 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec3 world;
layout(location = 1) out vec3 facing;

void main()
{
    world = position;
    facing = normal;
    gl_Position = vec4(position, 1.0);
}
