#version 310 es
precision mediump float;
layout(binding = 0) uniform sampler2D scene;
layout(binding = 1) uniform sampler2D bloom;
layout(std140, binding = 0) uniform Settings {
    float exposure;
    highp vec3 gamma;
    mediump float strength[2];
} settings;
layout(location = 0) in highp vec2 uv;
layout(location = 0) out vec4 color;

void main() {
    vec3 hdr = texture(scene, uv).rgb + texture(bloom, uv, 1.0).rgb * settings.strength[1];
    color = vec4(pow(vec3(1.0) - exp(-hdr * settings.exposure), settings.gamma), 1.0);
}
