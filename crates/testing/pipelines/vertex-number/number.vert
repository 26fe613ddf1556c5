#version 330 core
layout(location = 0) in vec2 position;
flat out int number;
out vec3 mixed;

void main()
{
    number = gl_VertexID / 3;
    mixed = vec3(gl_VertexID % 3 == 0, gl_VertexID % 3 == 1, gl_VertexID % 3 == 2);
    gl_Position = vec4(position, 0.5, 1.0);
}
