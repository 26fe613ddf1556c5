#version 450

layout(set = 0, binding = 0) uniform sampler2DArrayShadow cascadeMaps;
layout(set = 0, binding = 1) uniform Cascades {
    mat4 matrices[4];
    vec4 splits;
    vec3 lightDir;
    float bias;
};
layout(location = 0) in vec3 worldPos;
layout(location = 1) in vec3 normal;
layout(location = 2) in float viewDepth;
layout(location = 0) out vec4 color;

void main() {
    int cascade = 3;
    for (int i = 0; i < 4; i++) {
        if (viewDepth < splits[i]) {
            cascade = i;
            break;
        }
    }
    vec4 shadowPos = matrices[cascade] * vec4(worldPos, 1.0);
    shadowPos.xy = shadowPos.xy * 0.5 + 0.5;
    float NdotL = dot(normalize(normal), lightDir);
    float slopeBias = max(bias * (1.0 - NdotL), bias * 0.1);
    float lit = texture(cascadeMaps, vec4(shadowPos.xy, cascade, shadowPos.z - slopeBias));
    vec3 tint;
    if (cascade == 0) {
        tint = vec3(1.0, 0.25, 0.25);
    } else if (cascade == 1) {
        tint = vec3(0.25, 1.0, 0.25);
    } else if (cascade == 2) {
        tint = vec3(0.25, 0.25, 1.0);
    } else {
        tint = vec3(1.0, 1.0, 0.25);
    }
    color = vec4(tint * max(NdotL, 0.0) * lit, 1.0);
}
