#version 450

struct Wave {
    vec2 direction;
    float steepness;
    float wavelength;
};

layout(binding = 0) uniform Water {
    mat4 viewProj;
    Wave waves[4];
    float time;
    int waveCount;
};

layout(location = 0) in vec2 gridPosition;
layout(location = 0) out vec3 vWorld;
layout(location = 1) out vec3 vNormal;

vec3 gerstner(Wave wave, vec3 p, inout vec3 tangent, inout vec3 binormal) {
    float k = 6.2831853 / wave.wavelength;
    float c = sqrt(9.8 / k);
    vec2 d = normalize(wave.direction);
    float f = k * (dot(d, p.xz) - c * time);
    float a = wave.steepness / k;
    float s = wave.steepness * sin(f);
    float t = wave.steepness * cos(f);
    tangent += vec3(-d.x * d.x * s, d.x * t, -d.x * d.y * s);
    binormal += vec3(-d.x * d.y * s, d.y * t, -d.y * d.y * s);
    return vec3(d.x * a * cos(f), a * sin(f), d.y * a * cos(f));
}

void main() {
    vec3 p = vec3(gridPosition.x, 0.0, gridPosition.y);
    vec3 tangent = vec3(1.0, 0.0, 0.0);
    vec3 binormal = vec3(0.0, 0.0, 1.0);
    vec3 displaced = p;
    for (int i = 0; i < waveCount; i++) {
        displaced += gerstner(waves[i], p, tangent, binormal);
    }
    vWorld = displaced;
    vNormal = normalize(cross(binormal, tangent));
    gl_Position = viewProj * vec4(displaced, 1.0);
}
