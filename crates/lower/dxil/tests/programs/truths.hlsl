// A constant vector of truth values that is indexed: the compiler gives its table numbers as elements.
RWStructuredBuffer<uint> made : register(u0);
StructuredBuffer<uint> given : register(t0);

[numthreads(4, 1, 1)]
void main(uint id : SV_GroupIndex) {
    const bool4 chosen = bool4(true, true, false, true);
    made[id] = chosen.zw[given[id] & 1] ? 7 : given[id];
}
