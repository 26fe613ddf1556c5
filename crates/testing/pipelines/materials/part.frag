#version 300 es
precision highp float;
precision highp int;

struct Layer
{
    vec4 color;
    float rough;
};

struct Material
{
    Layer base;
    Layer coat;
    vec2 scale;
};

layout(std140) uniform Materials
{
    Material materials[3];
    float time;
};

flat in int index;
in highp vec2 across;
layout(location = 0) out vec4 color;

void main()
{
    Material one = materials[index % 3];
    float wave = 0.5 + 0.5 * sin(dot(across, one.scale) * 4.0 + time);
    color = mix(one.base.color * one.base.rough, one.coat.color * one.coat.rough, wave);
}
