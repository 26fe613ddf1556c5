#version 450

layout(push_constant) uniform Push {
    vec3 camera;
    float time;
    vec2 resolution;
} pc;

layout(location = 0) out vec4 outColor;

float sdSphere(vec3 p, float r) {
    return length(p) - r;
}

float sdBox(vec3 p, vec3 b) {
    vec3 q = abs(p) - b;
    return length(max(q, 0.0)) + min(max(q.x, max(q.y, q.z)), 0.0);
}

float smin(float a, float b, float k) {
    float h = clamp(0.5 + 0.5 * (b - a) / k, 0.0, 1.0);
    return mix(b, a, h) - k * h * (1.0 - h);
}

float map(vec3 p) {
    float sphere = sdSphere(p - vec3(sin(pc.time), 0.5, 0.0), 0.6);
    float box = sdBox(p, vec3(0.5, 0.5, 0.5));
    return min(smin(sphere, box, 0.3), p.y + 0.5);
}

vec3 calcNormal(vec3 p) {
    vec2 e = vec2(0.001, 0.0);
    return normalize(vec3(
        map(p + e.xyy) - map(p - e.xyy),
        map(p + e.yxy) - map(p - e.yxy),
        map(p + e.yyx) - map(p - e.yyx)));
}

float softShadow(vec3 ro, vec3 rd, float mint, float maxt) {
    float res = 1.0;
    float t = mint;
    for (int i = 0; i < 32 && t < maxt; i++) {
        float h = map(ro + rd * t);
        if (h < 0.001) {
            return 0.0;
        }
        res = min(res, 8.0 * h / t);
        t += h;
    }
    return res;
}

void main() {
    vec2 uv = (gl_FragCoord.xy * 2.0 - pc.resolution) / pc.resolution.y;
    vec3 rd = normalize(vec3(uv, -1.5));
    float t = 0.0;
    bool hit = false;
    for (int i = 0; i < 96; i++) {
        float d = map(pc.camera + rd * t);
        if (d < 0.001) {
            hit = true;
            break;
        }
        t += d;
        if (t > 50.0) break;
    }
    vec3 color = vec3(0.5, 0.7, 0.9) - rd.y * 0.3;
    if (hit) {
        vec3 p = pc.camera + rd * t;
        vec3 n = calcNormal(p);
        vec3 l = normalize(vec3(0.6, 0.8, 0.4));
        float diffuse = max(dot(n, l), 0.0) * softShadow(p + n * 0.01, l, 0.02, 10.0);
        color = vec3(0.8, 0.6, 0.4) * (diffuse + 0.1);
        color = mix(color, vec3(0.5, 0.7, 0.9), 1.0 - exp(-0.02 * t * t));
    }
    outColor = vec4(sqrt(color), 1.0);
}
