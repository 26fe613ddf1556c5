#version 450

layout(set = 0, binding = 0) uniform texture2D plain;
layout(set = 0, binding = 1) uniform sampler linear;
layout(set = 0, binding = 2) uniform sampler2D albedo;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

vec4 read(texture2D image, sampler state)
{
    return texture(sampler2D(image, state), uv);
}

vec4 read_both(sampler2D image)
{
    return texture(image, uv);
}

void main()
{
    color = read(plain, linear) + read_both(albedo);
}
