#version 450
#extension GL_GOOGLE_include_directive : require
#include "camera.glsl"
layout(location = 0) in vec3 position;
layout(location = 0) out vec3 normal;
void main() { normal = position; gl_Position = camera.view * vec4(position, SCALE); }
