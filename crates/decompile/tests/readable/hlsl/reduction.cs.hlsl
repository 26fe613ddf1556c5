Texture2D<float> luminance : register(t0);
RWStructuredBuffer<float> result : register(u0);

cbuffer Size : register(b0) {
    uint2 dimensions;
};

groupshared float sums[256];

[numthreads(16, 16, 1)]
void main(uint2 id : SV_DispatchThreadID, uint index : SV_GroupIndex, uint2 group : SV_GroupID) {
    float value = 0.0;
    if (all(id < dimensions)) {
        value = log(luminance[id] + 0.0001);
    }
    sums[index] = value;
    GroupMemoryBarrierWithGroupSync();
    for (uint s = 128; s > 0; s >>= 1) {
        if (index < s) {
            sums[index] += sums[index + s];
        }
        GroupMemoryBarrierWithGroupSync();
    }
    if (index == 0) {
        result[group.y * ((dimensions.x + 15) / 16) + group.x] = sums[0] / 256.0;
    }
}
