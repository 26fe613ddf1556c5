#version 450

layout(location = 0) in vec3 place;
layout(location = 0) out vec4 color;

layout(binding = 0) uniform sampler2D albedo;
layout(binding = 1) uniform sampler2DShadow sun;
layout(binding = 2) uniform sampler2DShadow lamps[2];

float lit(sampler2DShadow map, vec3 at)
{
    return 0.25 + 0.75 * texture(map, at);
}

float both(sampler2DShadow first, vec3 at)
{
    return lit(first, at) * lit(lamps[1], at + vec3(0.125));
}

vec3 tint(sampler2D map, vec2 at)
{
    return texture(map, at).rgb;
}

void main()
{
    color = vec4(tint(albedo, place.xy) * both(sun, place), lit(lamps[0], place.zyx));
}
