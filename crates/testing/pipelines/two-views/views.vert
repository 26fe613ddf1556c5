#version 420 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec2 corner;
layout(location = 0) out vec2 uv;

void main()
{
    uv = corner;
    gl_Position = vec4(position, 1.0);
}
