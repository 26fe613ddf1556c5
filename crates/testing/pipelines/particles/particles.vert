#version 410 core
struct Emitter
{
    mat3 spread;
    vec4 tints[2];
    vec2 drift;
};

layout(std140) uniform Emitters
{
    Emitter emitters[2];
};

layout(location = 0) in vec2 position;
layout(location = 1) in vec3 seed;
layout(location = 0) out vec4 glow;
layout(location = 1) out vec2 corner;

void main()
{
    int which = gl_VertexID / 6 % 2;
    vec3 moved = emitters[which].spread * vec3(position, 0.5);
    glow = mix(emitters[which].tints[0], emitters[which].tints[1], seed.x);
    corner = seed.yz;
    gl_Position = vec4(moved.xy * 0.75 + emitters[which].drift * 0.1, 0.5, 1.0);
}
