#version 450

struct Light {
    vec3 position;
    float radius;
    vec3 color;
    float intensity;
};

layout(set = 0, binding = 0) uniform Scene {
    vec3 eye;
    int lightCount;
    Light lights[8];
} scene;

layout(set = 1, binding = 0) uniform sampler2D albedoMap;

layout(location = 0) in vec3 worldPos;
layout(location = 1) in vec3 worldNormal;
layout(location = 2) in vec2 texCoord;
layout(location = 0) out vec4 fragColor;

vec3 shade(Light light, vec3 N, vec3 V, vec3 albedo) {
    vec3 toLight = light.position - worldPos;
    float dist = length(toLight);
    vec3 L = toLight / dist;
    float attenuation = clamp(1.0 - dist / light.radius, 0.0, 1.0);
    float diffuse = max(dot(N, L), 0.0);
    vec3 H = normalize(L + V);
    float specular = pow(max(dot(N, H), 0.0), 32.0);
    return light.color * light.intensity * attenuation * (albedo * diffuse + specular);
}

void main() {
    vec3 N = normalize(worldNormal);
    vec3 V = normalize(scene.eye - worldPos);
    vec4 albedo = texture(albedoMap, texCoord);
    vec3 color = albedo.rgb * 0.03;
    for (int i = 0; i < scene.lightCount; i++) {
        color += shade(scene.lights[i], N, V, albedo.rgb);
    }
    fragColor = vec4(color, albedo.a);
}
