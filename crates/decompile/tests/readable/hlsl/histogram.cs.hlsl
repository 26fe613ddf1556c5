Texture2D image : register(t0);
RWByteAddressBuffer histogram : register(u0);

cbuffer Params : register(b0) {
    float minLog;
    float inverseRange;
    uint width;
    uint height;
};

groupshared uint bins[256];

uint Bin(float3 color) {
    float luma = dot(color, float3(0.2127, 0.7152, 0.0722));
    if (luma < 0.001) {
        return 0;
    }
    float logLuma = saturate((log2(luma) - minLog) * inverseRange);
    return uint(logLuma * 254.0 + 1.0);
}

[numthreads(16, 16, 1)]
void main(uint index : SV_GroupIndex, uint3 id : SV_DispatchThreadID) {
    bins[index] = 0;
    GroupMemoryBarrierWithGroupSync();
    if (id.x < width && id.y < height) {
        InterlockedAdd(bins[Bin(image[id.xy].rgb)], 1);
    }
    GroupMemoryBarrierWithGroupSync();
    histogram.InterlockedAdd(index * 4, bins[index]);
}
