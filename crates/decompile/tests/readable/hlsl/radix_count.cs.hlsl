StructuredBuffer<uint> keys : register(t0);
RWStructuredBuffer<uint> counts : register(u0);

cbuffer Pass : register(b0) {
    uint shift;
    uint keyCount;
    uint groups;
};

groupshared uint digits[16];

[numthreads(256, 1, 1)]
void main(uint thread : SV_GroupThreadID, uint group : SV_GroupID) {
    if (thread < 16) {
        digits[thread] = 0;
    }
    GroupMemoryBarrierWithGroupSync();
    uint first = group * 1024 + thread;
    for (uint i = 0; i < 4; i++) {
        uint index = first + i * 256;
        if (index < keyCount) {
            uint digit = (keys[index] >> shift) & 15;
            InterlockedAdd(digits[digit], 1);
        }
    }
    GroupMemoryBarrierWithGroupSync();
    if (thread < 16) {
        counts[thread * groups + group] = digits[thread];
    }
}
