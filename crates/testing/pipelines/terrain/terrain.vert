#version 410 core
layout(location = 0) in vec3 position;
layout(location = 0) out vec2 ground;

void main()
{
    ground = position.xy * 0.5 + 0.5;
    gl_Position = vec4(position.xy, 0.5, 1.0);
}
