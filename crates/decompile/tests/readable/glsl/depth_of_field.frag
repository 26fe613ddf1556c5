#version 450

layout(binding = 0) uniform sampler2D colorMap;
layout(binding = 1) uniform sampler2D depthMap;
layout(binding = 2) uniform Lens {
    float focus;
    float aperture;
    float near;
    float far;
    vec2 texelSize;
};
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 outColor;

float linearDepth(float d) {
    return near * far / (far - d * (far - near));
}

float coc(vec2 p) {
    float depth = linearDepth(texture(depthMap, p).r);
    return clamp(abs(depth - focus) / depth * aperture, 0.0, 1.0);
}

void main() {
    const float goldenAngle = 2.39996323;
    float size = coc(uv) * 16.0;
    vec3 color = texture(colorMap, uv).rgb;
    float total = 1.0;
    float radius = 0.5;
    for (float angle = 0.0; radius < size; angle += goldenAngle) {
        vec2 p = uv + vec2(cos(angle), sin(angle)) * texelSize * radius;
        float weight = smoothstep(radius - 0.5, radius + 0.5, coc(p) * 16.0);
        color += mix(color / total, texture(colorMap, p).rgb, weight);
        total += 1.0;
        radius += 0.5 / radius;
    }
    outColor = vec4(color / total, 1.0);
}
