#version 330 core
#include "root.glsl"
layout(location = 0) in vec3 position;
layout(location = 1) in mat3 frame;
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
    shade = frame * vec3(gamma, 0.5, 0.25);
    gl_Position = view * model * vec4(at + vec3(shift - 0.5, 0.0) * 0.25, 1.0);
}
