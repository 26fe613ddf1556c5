#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in mat3 turn;
layout(location = 4) in mat2 pattern;
layout(location = 6) in vec4 tint;
out vec4 shade;

void main()
{
    vec3 at = turn * position;
    shade = tint + vec4(pattern * position.xy, 0.0, 1.0) * 0.25;
    gl_Position = vec4(mix(position, at, 0.125), 1.0);
}
