// What every mesh is drawn with; both stages include it.
layout(std140, binding = 3) uniform Camera
{
    mat4 view_projection;
    vec3 eye;
    float exposure;
    vec2 jitter;
} camera;
