// Comparisons of integers with a sign, in memory whose type says none in DXIL. Compiled with `-T cs_6_0`.
RWStructuredBuffer<int> signed_numbers : register(u0);
RWStructuredBuffer<uint> unsigned_numbers : register(u1);
RWByteAddressBuffer bytes : register(u2);
RWTexture2D<int> image : register(u3);
groupshared int least[4];
groupshared uint greatest[4];

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    least[index] = 7;
    greatest[index] = 7;
    GroupMemoryBarrierWithGroupSync();
    int value = signed_numbers[id.x + 1];
    int old;
    InterlockedMin(least[id.y & 3], value, old);
    InterlockedMax(greatest[id.y & 3], id.x);
    InterlockedMax(signed_numbers[id.x], value, old);
    InterlockedMin(unsigned_numbers[id.x], uint(old));
    // The same memory with both signs.
    uint before;
    bytes.InterlockedMin(id.x * 4, value);
    bytes.InterlockedMin(id.x * 4, uint(value), before);
    bytes.InterlockedMax(id.x * 4 + 16, value, before);
    InterlockedMin(image[id.xy], int(before));
    GroupMemoryBarrierWithGroupSync();
    signed_numbers[id.x + 64] = least[index] + int(greatest[index]);
}
