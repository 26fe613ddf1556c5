#version 450
#extension GL_GOOGLE_include_directive : require
#include "camera.glsl"
#ifndef SHADOWS
#define SHADOWS 0
#endif
layout(location = 0) in vec3 normal;
layout(location = 0) out vec4 color;
void main() {
    float light = max(dot(normalize(normal), normalize(camera.eye)), 0.0);
#if SHADOWS
    light *= camera.weights[1];
#endif
    color = vec4(vec3(light * camera.zoom), 1.0);
}
