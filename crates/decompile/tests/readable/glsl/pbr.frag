#version 450

const float PI = 3.14159265359;

layout(set = 0, binding = 0) uniform Frame {
    vec4 cameraPosition;
    vec4 sunDirection;
    vec4 sunColor;
};

layout(set = 1, binding = 0) uniform sampler2D baseColorMap;
layout(set = 1, binding = 1) uniform sampler2D metalRoughMap;
layout(set = 1, binding = 2) uniform sampler2D normalMap;
layout(set = 1, binding = 3) uniform samplerCube irradianceMap;
layout(set = 1, binding = 4) uniform samplerCube prefilterMap;
layout(set = 1, binding = 5) uniform sampler2D brdfLut;

layout(push_constant) uniform Material {
    vec4 baseColorFactor;
    float metallicFactor;
    float roughnessFactor;
    float alphaCutoff;
} material;

layout(location = 0) in vec3 inPosition;
layout(location = 1) in vec3 inNormal;
layout(location = 2) in vec4 inTangent;
layout(location = 3) in vec2 inUV;
layout(location = 0) out vec4 outColor;

float distributionGGX(float NdotH, float roughness) {
    float a = roughness * roughness;
    float a2 = a * a;
    float d = NdotH * NdotH * (a2 - 1.0) + 1.0;
    return a2 / (PI * d * d);
}

float geometrySmith(float NdotV, float NdotL, float roughness) {
    float r = roughness + 1.0;
    float k = r * r / 8.0;
    float ggxV = NdotV / (NdotV * (1.0 - k) + k);
    float ggxL = NdotL / (NdotL * (1.0 - k) + k);
    return ggxV * ggxL;
}

vec3 fresnelSchlick(float cosTheta, vec3 F0) {
    return F0 + (1.0 - F0) * pow(clamp(1.0 - cosTheta, 0.0, 1.0), 5.0);
}

vec3 perturbNormal() {
    vec3 tangentNormal = texture(normalMap, inUV).xyz * 2.0 - 1.0;
    vec3 N = normalize(inNormal);
    vec3 T = normalize(inTangent.xyz);
    vec3 B = cross(N, T) * inTangent.w;
    return normalize(mat3(T, B, N) * tangentNormal);
}

void main() {
    vec4 baseColor = texture(baseColorMap, inUV) * material.baseColorFactor;
    if (baseColor.a < material.alphaCutoff) {
        discard;
    }
    vec4 metalRough = texture(metalRoughMap, inUV);
    float metallic = metalRough.b * material.metallicFactor;
    float roughness = metalRough.g * material.roughnessFactor;

    vec3 N = perturbNormal();
    vec3 V = normalize(cameraPosition.xyz - inPosition);
    vec3 L = normalize(-sunDirection.xyz);
    vec3 H = normalize(V + L);
    float NdotL = max(dot(N, L), 0.0);
    float NdotV = max(dot(N, V), 0.0001);
    float NdotH = max(dot(N, H), 0.0);

    vec3 F0 = mix(vec3(0.04), baseColor.rgb, metallic);
    vec3 F = fresnelSchlick(max(dot(H, V), 0.0), F0);
    float D = distributionGGX(NdotH, roughness);
    float G = geometrySmith(NdotV, NdotL, roughness);
    vec3 specular = F * D * G / max(4.0 * NdotV * NdotL, 0.001);
    vec3 diffuse = (1.0 - F) * (1.0 - metallic) * baseColor.rgb / PI;
    vec3 direct = (diffuse + specular) * sunColor.rgb * NdotL;

    vec3 R = reflect(-V, N);
    vec3 irradiance = texture(irradianceMap, N).rgb;
    vec3 prefiltered = textureLod(prefilterMap, R, roughness * 4.0).rgb;
    vec2 brdf = texture(brdfLut, vec2(NdotV, roughness)).rg;
    vec3 ambient = irradiance * baseColor.rgb * (1.0 - metallic) + prefiltered * (F0 * brdf.x + brdf.y);
    outColor = vec4(direct + ambient, baseColor.a);
}
