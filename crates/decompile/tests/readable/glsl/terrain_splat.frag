#version 450

layout(binding = 0) uniform sampler2DArray layers;
layout(binding = 1) uniform sampler2D splatMap;
layout(binding = 2) uniform Settings {
    vec4 tiling;
    vec3 fogColor;
    float fogDensity;
};

layout(location = 0) in vec2 uv;
layout(location = 1) in vec3 normal;
layout(location = 2) in float depth;
layout(location = 0) out vec4 outColor;

void main() {
    vec4 splat = texture(splatMap, uv);
    splat /= dot(splat, vec4(1.0));
    vec3 color = vec3(0.0);
    for (int i = 0; i < 4; i++) {
        color += texture(layers, vec3(uv * tiling[i], float(i))).rgb * splat[i];
    }
    float light = max(dot(normalize(normal), normalize(vec3(0.3, 1.0, 0.2))), 0.0) * 0.8 + 0.2;
    float fog = exp(-pow(depth * fogDensity, 2.0));
    outColor = vec4(mix(fogColor, color * light, fog), 1.0);
}
