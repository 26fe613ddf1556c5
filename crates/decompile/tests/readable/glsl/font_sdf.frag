#version 450

layout(binding = 0) uniform sampler2D atlas;
layout(push_constant) uniform Style {
    vec4 fill;
    vec4 outline;
    float outlineWidth;
};
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

float median(float r, float g, float b) {
    return max(min(r, g), min(max(r, g), b));
}

void main() {
    vec3 msd = texture(atlas, uv).rgb;
    float sd = median(msd.r, msd.g, msd.b);
    float w = fwidth(sd);
    float inside = smoothstep(0.5 - w, 0.5 + w, sd);
    float border = smoothstep(0.5 - outlineWidth - w, 0.5 - outlineWidth + w, sd);
    color = mix(outline, fill, inside);
    color.a *= border;
    if (color.a < 0.01) discard;
}
