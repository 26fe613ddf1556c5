#version 330 core
#include "root.glsl"
in vec3 shade;
layout(location = 0) out vec4 color;

void main()
{
    vec3 seen = transpose(mat3(model)) * shade;
    color = vec4(clamp(seen, 0.0, 1.0) * gamma, 1.0);
}
