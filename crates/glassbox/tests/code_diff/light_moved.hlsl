Texture2D<float4> albedo : register(t0);
SamplerState linear_clamp : register(s0);
cbuffer Light : register(b0) {
    float3 direction;
    float power;
    float4 tint;
};

float4 main(float2 uv : TEXCOORD0, float3 normal : NORMAL) : SV_Target {
    float3 n = normalize(normal);
    float4 color = albedo.Sample(linear_clamp, uv) * tint;
    float lit = saturate(dot(n, direction));
    if (color.a < 0.25)
        discard;
    color.rgb *= lit * power;
    return color;
}
