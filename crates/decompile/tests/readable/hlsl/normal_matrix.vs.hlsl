cbuffer Object : register(b0) {
    float4x4 world;
    float4x4 view;
    float4x4 projection;
};

struct Input {
    float3 position : POSITION;
    float3 normal : NORMAL;
    float4 tangent : TANGENT;
};

struct Output {
    float4 position : SV_Position;
    float3 viewPos : TEXCOORD0;
    float3x3 tbn : TEXCOORD1;
};

float3x3 Cofactor(float3x3 m) {
    return float3x3(cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1]));
}

Output main(Input input) {
    float4x4 worldView = mul(view, world);
    float3x3 normalMatrix = Cofactor((float3x3)worldView);
    float3 n = normalize(mul(normalMatrix, input.normal));
    float3 t = normalize(mul((float3x3)worldView, input.tangent.xyz));
    t = normalize(t - dot(t, n) * n);
    Output output;
    float4 viewPos = mul(worldView, float4(input.position, 1.0));
    output.viewPos = viewPos.xyz;
    output.position = mul(projection, viewPos);
    output.tbn = float3x3(t, cross(n, t) * input.tangent.w, n);
    return output;
}
