struct PointLight {
    float3 position;
    float range;
    float3 color;
    float intensity;
};

cbuffer Scene : register(b0) {
    float3 eyePosition;
    uint lightCount;
    PointLight lights[8];
};

Texture2D diffuseTexture : register(t0);
SamplerState linearSampler : register(s0);

struct PSInput {
    float4 position : SV_Position;
    float3 worldPos : TEXCOORD0;
    float3 normal : TEXCOORD1;
    float2 uv : TEXCOORD2;
};

float3 Lighting(PointLight light, float3 worldPos, float3 N, float3 V, float3 albedo) {
    float3 toLight = light.position - worldPos;
    float dist = length(toLight);
    float3 L = toLight / dist;
    float atten = saturate(1.0 - dist / light.range);
    float3 H = normalize(L + V);
    float diffuse = saturate(dot(N, L));
    float specular = pow(saturate(dot(N, H)), 64.0);
    return (albedo * diffuse + specular) * light.color * light.intensity * atten;
}

float4 main(PSInput input) : SV_Target {
    float3 N = normalize(input.normal);
    float3 V = normalize(eyePosition - input.worldPos);
    float4 albedo = diffuseTexture.Sample(linearSampler, input.uv);
    float3 color = albedo.rgb * 0.05;
    for (uint i = 0; i < lightCount; i++) {
        color += Lighting(lights[i], input.worldPos, N, V, albedo.rgb);
    }
    return float4(color, albedo.a);
}
