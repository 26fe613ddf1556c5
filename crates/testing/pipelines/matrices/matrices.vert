#version 330 core
#include "root.glsl"
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 tangent;
layout(location = 2) in vec3 bitangent;
layout(location = 3) in vec3 normal;
out vec3 shade;

layout(std140) uniform Space
{
    float scale;
    mat3 turns[2];
    mat4 view;
    vec2 shift;
};

void main()
{
    vec3 at = turns[1] * (turns[0] * position) * scale;
    shade = mat3(tangent, bitangent, normal) * vec3(gamma, 0.5, 0.25);
    gl_Position = view * model * vec4(at + vec3(shift - 0.5, 0.0) * 0.25, 1.0);
}
