#version 450

layout(binding = 0) uniform sampler2D image;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

void main() {
    float kernelX[9] = float[](-1.0, 0.0, 1.0, -2.0, 0.0, 2.0, -1.0, 0.0, 1.0);
    float kernelY[9] = float[](-1.0, -2.0, -1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 1.0);
    vec2 texel = 1.0 / vec2(textureSize(image, 0));
    float gx = 0.0;
    float gy = 0.0;
    for (int i = 0; i < 9; i++) {
        vec2 offset = vec2(float(i % 3 - 1), float(i / 3 - 1)) * texel;
        float value = texture(image, uv + offset).r;
        gx += value * kernelX[i];
        gy += value * kernelY[i];
    }
    color = vec4(vec3(length(vec2(gx, gy))), 1.0);
}
