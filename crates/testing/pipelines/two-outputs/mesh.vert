#version 450 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec3 facing;
layout(location = 1) out float depth;

void main()
{
    facing = normal;
    depth = position.z;
    gl_Position = vec4(position, 1.0);
}
