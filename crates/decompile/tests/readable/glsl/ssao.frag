#version 450

layout(set = 0, binding = 0) uniform sampler2D gPosition;
layout(set = 0, binding = 1) uniform sampler2D gNormal;
layout(set = 0, binding = 2) uniform sampler2D noiseMap;
layout(set = 0, binding = 3) uniform Kernel {
    vec4 samples[64];
    mat4 projection;
    vec2 noiseScale;
    float radius;
    float bias;
} ubo;

layout(location = 0) in vec2 uv;
layout(location = 0) out float occlusion;

void main() {
    vec3 position = texture(gPosition, uv).xyz;
    vec3 normal = normalize(texture(gNormal, uv).xyz);
    vec3 random = normalize(texture(noiseMap, uv * ubo.noiseScale).xyz);
    vec3 tangent = normalize(random - normal * dot(random, normal));
    mat3 TBN = mat3(tangent, cross(normal, tangent), normal);
    float sum = 0.0;
    for (int i = 0; i < 64; i++) {
        vec3 samplePos = position + TBN * ubo.samples[i].xyz * ubo.radius;
        vec4 offset = ubo.projection * vec4(samplePos, 1.0);
        offset.xyz /= offset.w;
        offset.xyz = offset.xyz * 0.5 + 0.5;
        float depth = texture(gPosition, offset.xy).z;
        float range = smoothstep(0.0, 1.0, ubo.radius / abs(position.z - depth));
        sum += (depth >= samplePos.z + ubo.bias ? 1.0 : 0.0) * range;
    }
    occlusion = 1.0 - sum / 64.0;
}
