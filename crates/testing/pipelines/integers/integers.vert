#version 430 core
layout(location = 0) in vec2 position;
layout(location = 1) in uvec2 bits;
layout(location = 2) in int side;
layout(location = 3) in ivec3 steps;
layout(location = 0) flat out uvec2 words;
layout(location = 1) flat out ivec3 counts;

void main()
{
    words = (bits << 3u) | uvec2(1u, 2u);
    counts = steps * (side < 2 ? -1 : 1);
    gl_Position = vec4(position, 0.5, 1.0);
}
