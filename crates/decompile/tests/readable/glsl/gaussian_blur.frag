#version 450

layout(binding = 0) uniform sampler2D image;
layout(push_constant) uniform Blur {
    vec2 direction;
};
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

const float weights[5] = float[](0.227027, 0.1945946, 0.1216216, 0.054054, 0.016216);

void main() {
    vec2 texel = direction / vec2(textureSize(image, 0));
    vec3 sum = texture(image, uv).rgb * weights[0];
    for (int i = 1; i < 5; ++i) {
        vec2 offset = texel * float(i);
        sum += texture(image, uv + offset).rgb * weights[i];
        sum += texture(image, uv - offset).rgb * weights[i];
    }
    color = vec4(sum, 1.0);
}
