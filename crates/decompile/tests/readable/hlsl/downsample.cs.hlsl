Texture2D<float4> source : register(t0);
RWTexture2D<float4> mip1 : register(u0);
RWTexture2D<float4> mip2 : register(u1);
SamplerState bilinear : register(s0);

cbuffer Params : register(b0) {
    float2 texelSize;
};

groupshared float4 tile[64];

[numthreads(8, 8, 1)]
void main(uint index : SV_GroupIndex, uint3 id : SV_DispatchThreadID) {
    float4 color = source.SampleLevel(bilinear, (id.xy + 0.5) * texelSize, 0);
    mip1[id.xy] = color;
    tile[index] = color;
    GroupMemoryBarrierWithGroupSync();
    if ((index & 9) == 0) {
        float4 sum = color + tile[index + 1] + tile[index + 8] + tile[index + 9];
        mip2[id.xy / 2] = sum * 0.25;
    }
}
