struct Light {
    float4 positionRadius;
    float4 color;
};

Texture2D albedoTarget : register(t0);
Texture2D normalTarget : register(t1);
Texture2D<float> depthTarget : register(t2);
StructuredBuffer<Light> lights : register(t3);

cbuffer View : register(b0) {
    float4x4 inverseViewProj;
    float2 inverseSize;
    uint lightCount;
};

float4 main(float4 position : SV_Position) : SV_Target {
    int3 pixel = int3(position.xy, 0);
    float depth = depthTarget.Load(pixel);
    if (depth == 1.0) {
        discard;
    }
    float2 ndc = position.xy * inverseSize * float2(2.0, -2.0) + float2(-1.0, 1.0);
    float4 world = mul(inverseViewProj, float4(ndc, depth, 1.0));
    world /= world.w;
    float3 n = normalTarget.Load(pixel).xyz * 2.0 - 1.0;
    float3 albedo = albedoTarget.Load(pixel).rgb;
    float3 color = 0.0;
    for (uint i = 0; i < lightCount; ++i) {
        Light light = lights[i];
        float3 l = light.positionRadius.xyz - world.xyz;
        float d = length(l);
        if (d >= light.positionRadius.w) {
            continue;
        }
        float falloff = 1.0 - d / light.positionRadius.w;
        color += albedo * light.color.rgb * saturate(dot(n, l / d)) * falloff * falloff;
    }
    return float4(color, 1.0);
}
