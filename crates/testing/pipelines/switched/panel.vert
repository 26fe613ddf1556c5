#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in ivec3 steps;
uniform bool mirrored;
flat out ivec3 folded;
out vec2 across;

void main()
{
    folded = abs(steps) % 5;
    folded %= 4;
    across = mirrored ? position.yx : position.xy;
    gl_Position = vec4(position, 1.0);
}
