cbuffer Camera : register(b0) {
    float4x4 viewProj;
};

cbuffer Bones : register(b1) {
    float4x4 bones[64];
};

struct VSInput {
    float3 position : POSITION;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD;
    uint4 indices : BLENDINDICES;
    float4 weights : BLENDWEIGHT;
};

struct VSOutput {
    float4 position : SV_Position;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD;
};

VSOutput main(VSInput input) {
    float4x4 skin = bones[input.indices.x] * input.weights.x;
    skin += bones[input.indices.y] * input.weights.y;
    skin += bones[input.indices.z] * input.weights.z;
    skin += bones[input.indices.w] * input.weights.w;
    float4 world = mul(skin, float4(input.position, 1.0));
    VSOutput output;
    output.position = mul(viewProj, world);
    output.normal = normalize(mul((float3x3)skin, input.normal));
    output.uv = input.uv;
    return output;
}
