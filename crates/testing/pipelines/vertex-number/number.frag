#version 330 core
flat in int number;
in vec3 mixed;
layout(location = 0) out vec4 color;

void main()
{
    float part = float((number * 5) & 7) / 7.0;
    color = vec4(mixed * (0.25 + 0.75 * part), 1.0);
}
