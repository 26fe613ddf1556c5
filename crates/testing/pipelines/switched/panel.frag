#version 330 core
flat in ivec3 folded;
in vec2 across;
layout(location = 0) out vec4 color;
layout(std140) uniform Look
{
    bool striped;
    bvec3 shown;
    float width;
};
uniform bool mirrored;

void main()
{
    vec3 base = vec3(folded) / 4.0;
    if (striped && fract(across.x * 4.0) < 0.5)
        base = vec3(1.0) - base;
    if (mirrored)
        base = base.bgr;
    color = vec4(mix(base, vec3(0.25), shown) * clamp(width + 0.5, 0.0, 1.0), 1.0);
}
