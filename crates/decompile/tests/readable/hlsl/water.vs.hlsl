cbuffer Water : register(b0) {
    float4x4 viewProj;
    float4 waves[3];
    float time;
};

struct Output {
    float4 position : SV_Position;
    float3 worldPos : TEXCOORD0;
    float3 normal : TEXCOORD1;
};

float3 Gerstner(float4 wave, float3 p, inout float3 tangent, inout float3 binormal) {
    float steepness = wave.z;
    float k = 6.2831853 / wave.w;
    float c = sqrt(9.8 / k);
    float2 d = normalize(wave.xy);
    float f = k * (dot(d, p.xz) - c * time);
    float a = steepness / k;
    float s, co;
    sincos(f, s, co);
    tangent += float3(-d.x * d.x * steepness * s, d.x * steepness * co, -d.x * d.y * steepness * s);
    binormal += float3(-d.x * d.y * steepness * s, d.y * steepness * co, -d.y * d.y * steepness * s);
    return float3(d.x * a * co, a * s, d.y * a * co);
}

Output main(float3 position : POSITION) {
    float3 tangent = float3(1, 0, 0);
    float3 binormal = float3(0, 0, 1);
    float3 p = position;
    for (int i = 0; i < 3; i++) {
        p += Gerstner(waves[i], position, tangent, binormal);
    }
    Output output;
    output.worldPos = p;
    output.normal = normalize(cross(binormal, tangent));
    output.position = mul(viewProj, float4(p, 1.0));
    return output;
}
