#version 450

// A texture that one function compares and another one only reads, both through a third.
layout(binding = 0) uniform texture2D shadows;
layout(binding = 1) uniform samplerShadow comparing;
layout(binding = 2) uniform sampler plain;
layout(binding = 3) uniform texture2D albedo;

layout(location = 0) in vec3 place;

layout(location = 0) out vec4 color;

float depth(texture2D image, sampler how)
{
    return texture(sampler2D(image, how), place.xy).r;
}

float lit(texture2D image, samplerShadow how)
{
    return texture(sampler2DShadow(image, how), place);
}

float soft(texture2D image, samplerShadow how, sampler other)
{
    return lit(image, how) * max(place.z - depth(image, other), 0.0);
}

void main()
{
    color = texture(sampler2D(albedo, plain), place.xy) * soft(shadows, comparing, plain);
}
