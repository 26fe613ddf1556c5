Texture2D<float> heightMap : register(t0);
SamplerState clampSampler : register(s0);

cbuffer Terrain : register(b0) {
    float4x4 viewProj;
    float2 origin;
    float patchSize;
    float heightScale;
};

struct Output {
    float4 position : SV_Position;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD;
};

Output main(uint vertexId : SV_VertexID, uint instanceId : SV_InstanceID) {
    float2 grid = float2(vertexId % 33, vertexId / 33) / 32.0;
    float2 tile = float2(instanceId & 15, instanceId >> 4);
    float2 world = origin + (tile + grid) * patchSize;
    Output o;
    o.uv = (tile + grid) / 16.0;
    float h = heightMap.SampleLevel(clampSampler, o.uv, 0) * heightScale;
    float hx = heightMap.SampleLevel(clampSampler, o.uv, 0, int2(1, 0)) * heightScale;
    float hy = heightMap.SampleLevel(clampSampler, o.uv, 0, int2(0, 1)) * heightScale;
    o.normal = normalize(float3(h - hx, 1.0, h - hy));
    o.position = mul(viewProj, float4(world.x, h, world.y, 1.0));
    return o;
}
