#version 420 core
#include "frame.glsl"

layout(std140) uniform Object
{
    mat4 model;
    vec4 shade;
} object;

layout(location = 0) in vec3 position;
layout(location = 0) out vec4 shade;

void main()
{
    shade = object.shade;
    gl_Position = view * object.model * vec4(position, 1.0);
}
