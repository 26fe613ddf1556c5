#version 330 core
layout(location = 0) in vec2 position;
layout(location = 1) in vec4 shade;
out vec4 smoke;

void main()
{
    smoke = shade;
    // Larger than its place, so that neighbours lie over each other.
    gl_Position = vec4(position * 1.5, 0.5, 1.0);
}
