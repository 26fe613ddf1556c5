cbuffer Camera : register(b0) {
    float4x4 viewProjection;
};

struct Output {
    float4 position : SV_Position;
    float3 direction : TEXCOORD;
};

Output main(float3 position : POSITION) {
    Output output;
    output.position = mul(viewProjection, float4(position, 0.0)).xyww;
    output.direction = position;
    return output;
}
