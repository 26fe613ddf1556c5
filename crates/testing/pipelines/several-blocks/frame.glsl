struct Fog
{
    vec3 color;
    float density;
    vec2 range;
};

layout(std140) uniform Frame
{
    mat4 view;
    Fog fog;
    uint number;
};
