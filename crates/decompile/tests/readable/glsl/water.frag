#version 450

layout(set = 0, binding = 0) uniform sampler2D reflectionMap;
layout(set = 0, binding = 1) uniform sampler2D refractionMap;
layout(set = 0, binding = 2) uniform sampler2D dudvMap;
layout(set = 0, binding = 3) uniform Params {
    vec3 eye;
    float time;
    vec3 deepColor;
    float strength;
};

layout(location = 0) in vec4 clipPos;
layout(location = 1) in vec3 worldPos;
layout(location = 2) in vec2 uv;
layout(location = 0) out vec4 color;

void main() {
    vec2 ndc = clipPos.xy / clipPos.w * 0.5 + 0.5;
    vec2 distorted = texture(dudvMap, vec2(uv.x + time, uv.y)).rg * 0.1;
    distorted = uv + vec2(distorted.x, distorted.y + time);
    vec2 offset = (texture(dudvMap, distorted).rg * 2.0 - 1.0) * strength;
    vec2 refractUV = clamp(ndc + offset, 0.001, 0.999);
    vec2 reflectUV = vec2(refractUV.x, 1.0 - refractUV.y);
    vec3 reflection = texture(reflectionMap, reflectUV).rgb;
    vec3 refraction = texture(refractionMap, refractUV).rgb;
    vec3 toEye = normalize(eye - worldPos);
    float fresnel = pow(1.0 - max(toEye.y, 0.0), 3.0);
    color = vec4(mix(mix(refraction, deepColor, 0.2), reflection, fresnel), 1.0);
}
