#version 430 core
layout(location = 0) flat in uvec2 words;
layout(location = 1) flat in ivec3 counts;
layout(location = 0) out vec4 color;

void main()
{
    uint mixed = (words.x ^ (words.y >> 1u)) & 31u;
    ivec3 folded = abs(counts) % ivec3(5);
    color = vec4(float(mixed) / 31.0, vec2(folded.xy) / 4.0, 1.0);
}
