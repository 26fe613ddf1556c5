cbuffer Light : register(b0) {
    float3 direction;
    float steps;
    float3 color;
    float rimPower;
    float3 eye;
    float rimThreshold;
};

Texture2D albedo : register(t0);
SamplerState samp : register(s0);

struct Input {
    float4 position : SV_Position;
    float3 normal : NORMAL;
    float3 worldPos : TEXCOORD0;
    float2 uv : TEXCOORD1;
};

float4 main(Input input) : SV_Target {
    float3 n = normalize(input.normal);
    float3 v = normalize(eye - input.worldPos);
    float diffuse = saturate(dot(n, -direction));
    diffuse = ceil(diffuse * steps) / steps;
    float rim = 1.0 - saturate(dot(n, v));
    rim = smoothstep(rimThreshold - 0.01, rimThreshold + 0.01, rim * pow(diffuse, rimPower));
    return albedo.Sample(samp, input.uv) * float4(color * (diffuse + rim + 0.1), 1.0);
}
