struct Input {
    float4 position : SV_Position;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD0;
    nointerpolation uint material : MATERIAL;
    bool front : SV_IsFrontFace;
};

struct Output {
    float4 albedo : SV_Target0;
    float2 normal : SV_Target1;
    uint material : SV_Target2;
};

Texture2DArray textures : register(t0);
SamplerState samp : register(s0);

float2 OctWrap(float2 v) {
    return (1.0 - abs(v.yx)) * float2(v.x >= 0.0 ? 1.0 : -1.0, v.y >= 0.0 ? 1.0 : -1.0);
}

float2 EncodeNormal(float3 n) {
    n /= abs(n.x) + abs(n.y) + abs(n.z);
    if (n.z < 0.0) {
        n.xy = OctWrap(n.xy);
    }
    return n.xy * 0.5 + 0.5;
}

Output main(Input input) {
    Output output;
    output.albedo = textures.Sample(samp, float3(input.uv, input.material));
    clip(output.albedo.a - 0.5);
    float3 n = normalize(input.normal);
    output.normal = EncodeNormal(input.front ? n : -n);
    output.material = input.material;
    return output;
}
