#ifndef SCALE
#define SCALE 1.0
#endif
layout(set = 0, binding = 0, std140) uniform Camera {
    mat4 view;
    vec3 eye;
    float zoom;
    float weights[4];
} camera;
