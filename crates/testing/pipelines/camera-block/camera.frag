#version 420 core
#include "shared/camera.glsl"

layout(location = 0) in vec3 world;
layout(location = 1) in vec3 facing;
layout(location = 0) out vec4 color;

void main()
{
    vec3 towards = normalize(camera.eye - world + vec3(camera.jitter, 0.25));
    float light = 0.5 + 0.5 * dot(towards, normalize(facing + vec3(0.0, 0.0, 0.5)));
    color = vec4(vec3(light) * camera.exposure, 1.0);
}
