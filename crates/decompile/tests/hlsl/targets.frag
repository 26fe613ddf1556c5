#version 450
layout(location = 0) flat in int which;
layout(location = 1) in vec2 shift;
layout(location = 2) in vec4 tint;
layout(location = 0) out vec4 colors[3];
layout(set = 0, binding = 0) readonly buffer Weights { float weights[]; } lists[2];
vec3 held(float limit, float x, vec3 color)
{
    vec3 value;
    for (int i = 0; i < 4; i++) {
        if (x > limit * float(i)) {
            value = color * float(i);
        }
    }
    return value;
}
void main()
{
    colors[0] = colors[1] = colors[2] = vec4(0.0);
    colors[which] = tint * lists[0].weights[which] + lists[1].weights[2];
    colors[1].xyz += held(0.25, shift.x, shift.yyx) + interpolateAtOffset(tint, vec2(0.5, -0.5)).xyz;
}
