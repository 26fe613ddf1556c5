#version 450

layout(binding = 0) uniform sampler2D diffuseMap;
layout(binding = 1) uniform sampler2D depthMap;
layout(push_constant) uniform Push {
    float heightScale;
};
layout(location = 0) in vec2 texCoords;
layout(location = 1) in vec3 viewDir;
layout(location = 0) out vec4 fragColor;

vec2 parallax(vec2 uv, vec3 V) {
    float layers = mix(32.0, 8.0, abs(V.z));
    float layerDepth = 1.0 / layers;
    float currentDepth = 0.0;
    vec2 delta = V.xy / V.z * heightScale / layers;
    float depth = textureLod(depthMap, uv, 0.0).r;
    while (currentDepth < depth) {
        uv -= delta;
        depth = textureLod(depthMap, uv, 0.0).r;
        currentDepth += layerDepth;
    }
    vec2 prev = uv + delta;
    float after = depth - currentDepth;
    float before = textureLod(depthMap, prev, 0.0).r - currentDepth + layerDepth;
    float weight = after / (after - before);
    return mix(uv, prev, weight);
}

void main() {
    vec2 uv = parallax(texCoords, normalize(viewDir));
    if (uv.x > 1.0 || uv.y > 1.0 || uv.x < 0.0 || uv.y < 0.0)
        discard;
    fragColor = texture(diffuseMap, uv);
}
