#version 450

struct PointLight {
    vec4 position;
    vec4 color;
};

layout(input_attachment_index = 0, binding = 0) uniform subpassInput inAlbedo;
layout(input_attachment_index = 1, binding = 1) uniform subpassInput inNormal;
layout(input_attachment_index = 2, binding = 2) uniform subpassInput inDepth;
layout(binding = 3) uniform Lights {
    mat4 inverseViewProj;
    PointLight lights[16];
    int count;
};

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 outColor;

void main() {
    float depth = subpassLoad(inDepth).r;
    vec4 h = inverseViewProj * vec4(uv * 2.0 - 1.0, depth, 1.0);
    vec3 position = h.xyz / h.w;
    vec3 normal = normalize(subpassLoad(inNormal).xyz * 2.0 - 1.0);
    vec3 albedo = subpassLoad(inAlbedo).rgb;
    vec3 sum = albedo * 0.05;
    for (int i = 0; i < count; i++) {
        vec3 L = lights[i].position.xyz - position;
        float distSq = dot(L, L);
        float radius = lights[i].position.w;
        if (distSq > radius * radius) continue;
        float falloff = 1.0 - sqrt(distSq) / radius;
        sum += albedo * lights[i].color.rgb * max(dot(normal, normalize(L)), 0.0) * falloff * falloff;
    }
    outColor = vec4(sum, 1.0);
}
