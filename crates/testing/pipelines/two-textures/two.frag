#version 450 core
layout(location = 0) in vec2 uv;
layout(binding = 4) uniform sampler2D base;
layout(binding = 1) uniform sampler2D detail;
uniform float amount;
uniform vec3 tint;
layout(location = 0) out vec4 color;

vec3 blend(vec3 under, vec3 over, float part)
{
    return mix(under, over, clamp(part, 0.0, 1.0));
}

void main()
{
    vec4 under = texture(base, uv);
    vec4 over = textureLod(detail, uv * 3.0, 0.0);
    color = vec4(blend(under.rgb, over.rgb, amount) * tint, 1.0);
}
