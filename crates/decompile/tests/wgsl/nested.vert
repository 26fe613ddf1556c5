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

layout(location = 0) in vec4 place;
layout(location = 0) out Lights lights;
layout(location = 6) out vec2 uv;

void main()
{
    lights.near = Light(mat2(2.0), place.xyz, int(place.w));
    lights.fog = place.y;
    uv = lights.near.color.xy;
    gl_Position = place;
}
