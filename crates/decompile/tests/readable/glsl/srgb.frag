#version 450

layout(binding = 0) uniform sampler2D image;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

float toLinear(float c) {
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

float toSrgb(float c) {
    if (c <= 0.0031308) {
        return c * 12.92;
    }
    return 1.055 * pow(c, 1.0 / 2.4) - 0.055;
}

void main() {
    vec4 texel = texture(image, uv);
    vec3 linear = vec3(toLinear(texel.r), toLinear(texel.g), toLinear(texel.b));
    float gray = dot(linear, vec3(0.2126, 0.7152, 0.0722));
    color = vec4(vec3(toSrgb(gray)), texel.a);
}
