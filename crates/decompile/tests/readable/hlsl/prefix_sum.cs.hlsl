StructuredBuffer<uint> input : register(t0);
RWStructuredBuffer<uint> output : register(u0);
RWStructuredBuffer<uint> blockSums : register(u1);

groupshared uint scan[512];

[numthreads(512, 1, 1)]
void main(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID, uint3 id : SV_DispatchThreadID) {
    uint t = thread.x;
    scan[t] = input[id.x];
    GroupMemoryBarrierWithGroupSync();
    for (uint offset = 1; offset < 512; offset <<= 1) {
        uint value = scan[t];
        if (t >= offset) {
            value += scan[t - offset];
        }
        GroupMemoryBarrierWithGroupSync();
        scan[t] = value;
        GroupMemoryBarrierWithGroupSync();
    }
    output[id.x] = scan[t];
    if (t == 511) {
        blockSums[group.x] = scan[t];
    }
}
