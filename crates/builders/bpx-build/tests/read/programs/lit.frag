#version 330 core
#include "lights.glsl"
in vec2 vUv;
in vec3 vWorld;
in vec3 vNormal;
flat in int vId;
uniform sampler2D albedo, detail;
uniform sampler2DShadow shadowMap;
uniform samplerCube sky;
uniform vec4 tint;
layout(std140) uniform Fog { vec4 color; float density; } fog;
out vec4 color;
float ambient = 0.1 * tint.a;
vec4 pick(sampler2D source, vec2 at) { return texture(source, at) * textureLod(source, at, 0.0); }
vec3 shade(Light light, vec3 n) {
    vec3 to = light.position - vWorld;
    float d = length(to);
    return light.color * SATURATE(dot(n, to / d)) * SATURATE(1.0 - d / light.radius);
}
void main() {
    const int COUNT = 2;
    float weights[COUNT], sum = 0.0;
    float w2[] = float[](0.5, 0.25);
    for (int i = 0, k = 3; i < COUNT; i++) { weights[i] = float(i); sum += weights[i] + w2[i]; }
    vec3 n = normalize(vNormal), total = vec3(ambient);
    for (int i = 0; i < MAX_LIGHTS; i++) total += shade(lights[i], n);
    vec4 base = pick(albedo, vUv) + texelFetch(detail, ivec2(vUv), 0) * textureProj(detail, vec3(vUv, 1.0));
    ivec2 size = textureSize(albedo, 0);
    base.rgb *= texture(shadowMap, vWorld) * texture(sky, n).rgb;
    color = mix(vec4(total, 1.0) * base * tint, fog.color, fog.density) + vec4(size, sum, float(vId));
}
