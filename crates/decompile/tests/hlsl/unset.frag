#version 450

layout(binding = 0) buffer Counter { uint count; };
layout(location = 0, component = 1) in float rows[3];
layout(location = 0, component = 3) in float last;
layout(location = 0) out vec4 color;
layout(location = 1) out vec4 other;

void halve(inout float number)
{
    number *= 0.5;
}

void main()
{
    float sum;
    vec3 parts;
    float given;
    sum += rows[1];
    sum += last;
    parts.x = sum;
    parts.yz = vec2(last);
    given = last;
    halve(given);
    count = uint(sum);
    color = vec4(parts, given);
    other = vec4(last);
}
