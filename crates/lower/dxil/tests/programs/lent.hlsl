// Floats of a group that are exchanged by their bits, and parts of variables that a function changes.
groupshared float least[8];
RWStructuredBuffer<float4> made : register(u0);
StructuredBuffer<uint> given : register(t0);

struct Pair {
    float first;
    int second;
};

[noinline] float grown(inout float value, inout int count) {
    value = value * 2 + count;
    count++;
    return value;
}

[numthreads(8, 1, 1)]
void main(uint id : SV_GroupIndex) {
    least[id] = id + 0.5;
    GroupMemoryBarrierWithGroupSync();
    float before;
    InterlockedExchange(least[id ^ 1], 3.25, before);
    InterlockedCompareStoreFloatBitwise(least[id & 3], 3.25, id + 1.5);
    GroupMemoryBarrierWithGroupSync();
    Pair pair = { least[id], int(id) };
    float last = grown(pair.first, pair.second);
    made[id] = float4(before, last, pair.second, given[id]);
}
