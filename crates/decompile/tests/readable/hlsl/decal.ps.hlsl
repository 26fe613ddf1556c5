Texture2D decalMap : register(t0);
Texture2D<float> depthMap : register(t1);
SamplerState samp : register(s0);

cbuffer Decal : register(b0) {
    float4x4 inverseViewProj;
    float4x4 worldToDecal;
    float2 screenSize;
    float3 forward;
    float angleFade;
};

float4 main(float4 position : SV_Position) : SV_Target {
    float2 screen = position.xy / screenSize;
    float depth = depthMap.Load(int3(position.xy, 0));
    float4 world = mul(inverseViewProj, float4(screen.x * 2.0 - 1.0, 1.0 - screen.y * 2.0, depth, 1.0));
    world.xyz /= world.w;
    float3 local = mul(worldToDecal, float4(world.xyz, 1.0)).xyz;
    clip(0.5 - abs(local));
    float3 normal = normalize(cross(ddy(world.xyz), ddx(world.xyz)));
    float fade = saturate((dot(normal, -forward) - angleFade) / (1.0 - angleFade));
    float4 color = decalMap.Sample(samp, local.xz + 0.5);
    color.a *= fade;
    return color;
}
