#version 450

layout(binding = 0) uniform sampler3D volume;
layout(binding = 1) uniform sampler1D transfer;
layout(binding = 2) uniform Volume {
    mat4 worldToTexture;
    vec3 eye;
    float density;
    int steps;
};
layout(location = 0) in vec3 entry;
layout(location = 0) out vec4 color;

bool intersectBox(vec3 origin, vec3 dir, out float tNear, out float tFar) {
    vec3 inv = 1.0 / dir;
    vec3 t0 = -origin * inv;
    vec3 t1 = (vec3(1.0) - origin) * inv;
    vec3 lo = min(t0, t1);
    vec3 hi = max(t0, t1);
    tNear = max(lo.x, max(lo.y, lo.z));
    tFar = min(hi.x, min(hi.y, hi.z));
    return tNear < tFar;
}

void main() {
    vec3 origin = (worldToTexture * vec4(eye, 1.0)).xyz;
    vec3 dir = normalize((worldToTexture * vec4(entry - eye, 0.0)).xyz);
    float tNear;
    float tFar;
    if (!intersectBox(origin, dir, tNear, tFar)) {
        discard;
    }
    tNear = max(tNear, 0.0);
    float dt = (tFar - tNear) / float(steps);
    vec4 sum = vec4(0.0);
    for (int i = 0; i < steps && sum.a < 0.99; i++) {
        vec3 p = origin + dir * (tNear + dt * float(i));
        vec4 c = textureLod(transfer, textureLod(volume, p, 0.0).r, 0.0);
        c.a = 1.0 - exp(-c.a * density * dt);
        c.rgb *= c.a;
        sum += (1.0 - sum.a) * c;
    }
    color = sum;
}
