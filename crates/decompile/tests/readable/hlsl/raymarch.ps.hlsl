cbuffer Camera : register(b0) {
    float3 eye;
    float time;
    float3x3 basis;
    float2 resolution;
};

float Torus(float3 p, float2 t) {
    float2 q = float2(length(p.xz) - t.x, p.y);
    return length(q) - t.y;
}

float Capsule(float3 p, float3 a, float3 b, float r) {
    float3 pa = p - a;
    float3 ba = b - a;
    float h = saturate(dot(pa, ba) / dot(ba, ba));
    return length(pa - ba * h) - r;
}

float Scene(float3 p) {
    float d = p.y + 1.0;
    d = min(d, Torus(p, float2(1.0, 0.3)));
    d = min(d, Capsule(p, float3(-1, 0, 0), float3(1, 1 + sin(time), 0), 0.2));
    return d;
}

float3 Normal(float3 p) {
    const float2 k = float2(1, -1);
    return normalize(k.xyy * Scene(p + k.xyy * 0.001) + k.yyx * Scene(p + k.yyx * 0.001) +
                     k.yxy * Scene(p + k.yxy * 0.001) + k.xxx * Scene(p + k.xxx * 0.001));
}

float Occlusion(float3 p, float3 n) {
    float occ = 0.0;
    float scale = 1.0;
    for (int i = 0; i < 5; i++) {
        float h = 0.01 + 0.03 * i;
        occ += (h - Scene(p + h * n)) * scale;
        scale *= 0.95;
    }
    return saturate(1.0 - 3.0 * occ);
}

float4 main(float4 pos : SV_Position) : SV_Target {
    float2 uv = (2.0 * pos.xy - resolution) / resolution.y;
    float3 dir = mul(basis, normalize(float3(uv.x, -uv.y, 2.0)));
    float t = 0.0;
    for (int i = 0; i < 128; i++) {
        float d = Scene(eye + dir * t);
        if (abs(d) < 0.0005 * t || t > 40.0) {
            break;
        }
        t += d;
    }
    if (t > 40.0) {
        return float4(lerp(float3(0.6, 0.7, 0.8), float3(0.2, 0.4, 0.8), saturate(dir.y)), 1.0);
    }
    float3 p = eye + dir * t;
    float3 n = Normal(p);
    float light = saturate(dot(n, normalize(float3(0.5, 0.8, -0.3))));
    return float4((light * 0.8 + 0.2) * Occlusion(p, n).xxx, 1.0);
}
