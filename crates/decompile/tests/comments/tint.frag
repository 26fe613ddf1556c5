#version 450

layout(set = 0, binding = 1) uniform Tint {
    vec4 low;
    vec4 high;
    float amount;
};
layout(set = 0, binding = 0) uniform sampler2D image;
layout(location = 0) out vec4 color;

void main()
{
    vec4 texel = texture(image, gl_FragCoord.xy / 64.0);
    vec4 mixed = mix(low, high, texel);
    color = mix(texel, mixed, amount);
}
