cbuffer Shadow : register(b0) {
    float4x4 lightViewProj;
    float2 texelSize;
    float bias;
};

Texture2D shadowMap : register(t0);
SamplerComparisonState shadowSampler : register(s0);

struct Input {
    float4 position : SV_Position;
    float4 worldPos : TEXCOORD0;
    float3 color : COLOR;
};

float ShadowFactor(float4 worldPos) {
    float4 p = mul(lightViewProj, worldPos);
    p.xyz /= p.w;
    float2 uv = p.xy * float2(0.5, -0.5) + 0.5;
    if (p.z > 1.0 || any(uv < 0.0) || any(uv > 1.0)) {
        return 1.0;
    }
    float sum = 0.0;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            sum += shadowMap.SampleCmpLevelZero(shadowSampler, uv + float2(x, y) * texelSize, p.z - bias);
        }
    }
    return sum / 9.0;
}

float4 main(Input input) : SV_Target {
    return float4(input.color * ShadowFactor(input.worldPos), 1.0);
}
