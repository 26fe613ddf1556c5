#version 450
layout(set = 0, binding = 0) uniform texture2D first;
layout(set = 0, binding = 1) uniform texture2D second;
layout(set = 0, binding = 2) uniform sampler nearest;
layout(set = 0, binding = 3) uniform sampler smooth_;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

vec4 taken(texture2D from, sampler by, float scale)
{
    return texture(sampler2D(from, by), uv * scale);
}

vec4 both(sampler by)
{
    return taken(first, by, 2.0) + taken(second, by, 3.0);
}

void main()
{
    color = both(nearest) * taken(second, smooth_, 1.0);
}
