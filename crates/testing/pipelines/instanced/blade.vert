#version 330 core
layout(location = 0) in vec2 position;
flat out vec3 shade;

layout(std140) uniform Field
{
    vec4 places[8];
    vec4 shades[8];
};

void main()
{
    int blade = gl_InstanceID & 7;
    shade = shades[blade].rgb;
    vec2 at = position * 0.5 + (places[blade].xy - 0.5);
    gl_Position = vec4(at, 0.25 + 0.25 * float(gl_InstanceID), 1.0);
}
