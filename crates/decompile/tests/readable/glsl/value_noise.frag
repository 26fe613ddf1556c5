#version 450

layout(push_constant) uniform Push {
    vec2 resolution;
    float time;
};

layout(location = 0) out vec4 fragColor;

float hash(vec2 p) {
    return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453123);
}

float noise(vec2 p) {
    vec2 i = floor(p);
    vec2 f = fract(p);
    vec2 u = f * f * (3.0 - 2.0 * f);
    float a = hash(i);
    float b = hash(i + vec2(1.0, 0.0));
    float c = hash(i + vec2(0.0, 1.0));
    float d = hash(i + vec2(1.0, 1.0));
    return mix(mix(a, b, u.x), mix(c, d, u.x), u.y);
}

float fbm(vec2 p) {
    float value = 0.0;
    float amplitude = 0.5;
    for (int i = 0; i < 6; i++) {
        value += amplitude * noise(p);
        p *= 2.0;
        amplitude *= 0.5;
    }
    return value;
}

void main() {
    vec2 uv = gl_FragCoord.xy / resolution * 4.0;
    vec2 q = vec2(fbm(uv), fbm(uv + vec2(5.2, 1.3)));
    float n = fbm(uv + q * 4.0 + time * 0.1);
    vec3 color = mix(vec3(0.1, 0.2, 0.4), vec3(0.9, 0.8, 0.6), n);
    fragColor = vec4(color * color, 1.0);
}
