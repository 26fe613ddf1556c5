ByteAddressBuffer vertexData : register(t0);
StructuredBuffer<float3x4> transforms : register(t1);

cbuffer Draw : register(b0) {
    float4x4 viewProj;
    uint vertexOffset;
    uint transformIndex;
};

struct Output {
    float4 position : SV_Position;
    float2 uv : TEXCOORD;
    float4 color : COLOR;
};

Output main(uint id : SV_VertexID) {
    uint address = (vertexOffset + id) * 24;
    float3 p = asfloat(vertexData.Load3(address));
    uint color = vertexData.Load(address + 12);
    float2 uv = asfloat(vertexData.Load2(address + 16));
    Output o;
    float3 world = mul(transforms[transformIndex], float4(p, 1.0));
    o.position = mul(viewProj, float4(world, 1.0));
    o.uv = uv;
    o.color = float4(color & 0xff, (color >> 8) & 0xff, (color >> 16) & 0xff, color >> 24) / 255.0;
    return o;
}
