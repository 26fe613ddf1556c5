#version 450

struct Light {
    mat2 turn;
    vec3 color;
    int kind;
};

struct Lights {
    Light near;
    float fog;
};

layout(location = 0) flat in Lights lights;
layout(location = 0) out vec4 color;

void main()
{
    Light light = lights.near;
    color = vec4(light.color * lights.fog, float(light.kind) + light.turn[1].x);
}
