#version 450

layout(binding = 0) uniform sampler2D hdrBuffer;
layout(push_constant) uniform Tone {
    float exposure;
    int mode;
};
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

vec3 reinhard(vec3 x) {
    return x / (x + 1.0);
}

vec3 aces(vec3 x) {
    return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
}

vec3 filmic(vec3 x) {
    x = max(vec3(0.0), x - 0.004);
    return x * (6.2 * x + 0.5) / (x * (6.2 * x + 1.7) + 0.06);
}

void main() {
    vec3 hdr = texture(hdrBuffer, uv).rgb * exposure;
    vec3 mapped;
    switch (mode) {
    case 0:
        mapped = reinhard(hdr);
        break;
    case 1:
        mapped = aces(hdr);
        break;
    case 2:
        mapped = filmic(hdr);
        break;
    default:
        mapped = hdr;
        break;
    }
    color = vec4(pow(mapped, vec3(1.0 / 2.2)), 1.0);
}
