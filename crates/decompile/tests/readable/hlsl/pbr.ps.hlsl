static const float PI = 3.14159265;

cbuffer Frame : register(b0) {
    float4x4 viewProj;
    float3 cameraPos;
    float exposure;
    float3 sunDirection;
    float3 sunColor;
};

cbuffer Material : register(b1) {
    float4 baseColorFactor;
    float metallicFactor;
    float roughnessFactor;
    float normalScale;
};

Texture2D baseColorMap : register(t0);
Texture2D normalMap : register(t1);
Texture2D ormMap : register(t2);
TextureCube environment : register(t3);
SamplerState samp : register(s0);

struct Input {
    float4 position : SV_Position;
    float3 worldPos : POSITION;
    float3 normal : NORMAL;
    float4 tangent : TANGENT;
    float2 uv : TEXCOORD;
};

float D_GGX(float NoH, float a) {
    float a2 = a * a;
    float f = (NoH * a2 - NoH) * NoH + 1.0;
    return a2 / (PI * f * f);
}

float V_SmithGGX(float NoV, float NoL, float a) {
    float a2 = a * a;
    float lambdaV = NoL * sqrt((NoV - NoV * a2) * NoV + a2);
    float lambdaL = NoV * sqrt((NoL - NoL * a2) * NoL + a2);
    return 0.5 / (lambdaV + lambdaL);
}

float3 F_Schlick(float u, float3 f0) {
    return f0 + (1.0 - f0) * pow(1.0 - u, 5.0);
}

float4 main(Input input) : SV_Target {
    float4 base = baseColorMap.Sample(samp, input.uv) * baseColorFactor;
    float3 orm = ormMap.Sample(samp, input.uv).rgb;
    float metallic = orm.b * metallicFactor;
    float roughness = clamp(orm.g * roughnessFactor, 0.05, 1.0);
    float3 n = normalMap.Sample(samp, input.uv).xyz * 2.0 - 1.0;
    n.xy *= normalScale;
    float3 bitangent = cross(input.normal, input.tangent.xyz) * input.tangent.w;
    float3 N = normalize(n.x * input.tangent.xyz + n.y * bitangent + n.z * input.normal);
    float3 V = normalize(cameraPos - input.worldPos);
    float3 L = -sunDirection;
    float3 H = normalize(V + L);
    float NoV = abs(dot(N, V)) + 0.00001;
    float NoL = saturate(dot(N, L));
    float NoH = saturate(dot(N, H));
    float LoH = saturate(dot(L, H));

    float3 diffuseColor = base.rgb * (1.0 - metallic);
    float3 f0 = lerp(0.04, base.rgb, metallic);
    float a = roughness * roughness;
    float3 specular = D_GGX(NoH, a) * V_SmithGGX(NoV, NoL, a) * F_Schlick(LoH, f0);
    float3 color = (diffuseColor / PI + specular) * sunColor * NoL;
    float3 R = reflect(-V, N);
    color += environment.SampleLevel(samp, R, roughness * 6.0).rgb * f0 * orm.r;
    return float4(color * exposure, base.a);
}
