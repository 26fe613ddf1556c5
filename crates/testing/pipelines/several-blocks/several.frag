#version 420 core
#include "frame.glsl"

layout(std140) uniform Surface
{
    vec4 glow;
    ivec2 grid;
    int lit;
} surface;

layout(location = 0) in vec4 shade;
layout(location = 0) out vec4 color;

void main()
{
    int column = int(gl_FragCoord.x) / (abs(surface.grid.x) + surface.grid.y + 2);
    float part = ((column + int(number)) & 1) == 0 ? 1.0 : 0.5;
    vec3 base = surface.lit != 0 ? shade.rgb * surface.glow.rgb : shade.rgb;
    float far = clamp(gl_FragCoord.z * fog.density + fog.range.x * 0.25, 0.0, 1.0);
    color = vec4(mix(base * part, fog.color, far), 1.0);
}
