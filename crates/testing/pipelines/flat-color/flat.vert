#version 330 core
// The least that a pipeline can be: one attribute, one root constant, one output.
layout(location = 0) in vec2 position;

void main()
{
    gl_Position = vec4(position, 0.5, 1.0);
}
