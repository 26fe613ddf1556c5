//== split vert
#version 430
#include "light.glsl"
uniform mat4 view, projection;
uniform bool flips[2];
in vec4 place;
void main() {
    gl_Position = projection * view * place;
    if (flips[1]) gl_Position.y = -gl_Position.y;
}
//== split frag
#version 430
#include "light.glsl"
uniform vec4 tint[2][3];
uniform mat4 view;
out vec4 color;
void main() { color = tint[1][2] + vec4(lights[0].color, 1.0) + view[0]; }
//== split include light.glsl
#pragma once
#define LIGHTS 2
struct Falloff { float near, far; };
struct Light { vec3 color; Falloff falloff[LIGHTS + 1]; };
uniform Light lights[LIGHTS];
