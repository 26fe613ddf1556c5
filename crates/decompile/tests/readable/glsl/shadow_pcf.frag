#version 450

layout(binding = 0) uniform sampler2DShadow shadowMap;
layout(binding = 1) uniform Shadow {
    mat4 lightMatrix;
    float bias;
    float darkness;
};

layout(location = 0) in vec4 worldPosition;
layout(location = 1) in vec3 color;
layout(location = 0) out vec4 result;

float shadowFactor(vec4 position) {
    vec4 clip = lightMatrix * position;
    vec3 coord = clip.xyz / clip.w;
    coord.xy = coord.xy * 0.5 + 0.5;
    if (coord.z > 1.0) {
        return 1.0;
    }
    vec2 texel = 1.0 / vec2(textureSize(shadowMap, 0));
    float sum = 0.0;
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
            vec2 offset = vec2(x, y) * texel;
            sum += texture(shadowMap, vec3(coord.xy + offset, coord.z - bias));
        }
    }
    return mix(darkness, 1.0, sum / 9.0);
}

void main() {
    result = vec4(color * shadowFactor(worldPosition), 1.0);
}
