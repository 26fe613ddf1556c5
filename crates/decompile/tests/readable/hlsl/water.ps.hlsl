Texture2D reflectionMap : register(t0);
Texture2D refractionMap : register(t1);
Texture2D normalMap : register(t2);
SamplerState linearWrap : register(s0);
SamplerState linearClamp : register(s1);

cbuffer Water : register(b0) {
    float3 eye;
    float time;
    float3 tint;
    float distortion;
    float3 sunDir;
    float shininess;
};

struct Input {
    float4 position : SV_Position;
    float4 clip : TEXCOORD0;
    float3 worldPos : TEXCOORD1;
    float2 uv : TEXCOORD2;
};

float4 main(Input input) : SV_Target {
    float2 screen = input.clip.xy / input.clip.w * float2(0.5, -0.5) + 0.5;
    float3 n0 = normalMap.Sample(linearWrap, input.uv + float2(time * 0.02, 0)).rbg;
    float3 n1 = normalMap.Sample(linearWrap, input.uv * 1.7 - float2(0, time * 0.03)).rbg;
    float3 normal = normalize(n0 + n1 - 1.0);
    float2 offset = normal.xz * distortion;
    float3 reflection = reflectionMap.Sample(linearClamp, screen + offset).rgb;
    float3 refraction = refractionMap.Sample(linearClamp, screen - offset).rgb * tint;
    float3 view = normalize(eye - input.worldPos);
    float fresnel = lerp(0.02, 1.0, pow(1.0 - saturate(dot(view, normal)), 5.0));
    float glint = pow(saturate(dot(reflect(-view, normal), sunDir)), shininess);
    return float4(lerp(refraction, reflection, fresnel) + glint, 1.0);
}
