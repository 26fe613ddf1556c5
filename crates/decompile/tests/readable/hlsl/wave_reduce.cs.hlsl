StructuredBuffer<float> values : register(t0);
RWStructuredBuffer<float> totals : register(u0);

groupshared float partial[32];

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint index : SV_GroupIndex) {
    float sum = WaveActiveSum(values[id.x]);
    uint wave = index / WaveGetLaneCount();
    if (WaveIsFirstLane()) {
        partial[wave] = sum;
    }
    GroupMemoryBarrierWithGroupSync();
    if (index == 0) {
        uint waves = (256 + WaveGetLaneCount() - 1) / WaveGetLaneCount();
        float total = 0.0;
        for (uint i = 0; i < waves; i++) {
            total += partial[i];
        }
        totals[group.x] = total;
    }
}
