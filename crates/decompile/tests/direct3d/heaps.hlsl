StructuredBuffer<uint> read_heap[1] : register(t0);
RWStructuredBuffer<uint> write_heap[2] : register(u0);
RWByteAddressBuffer Words : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint3 dispatchThreadID : SV_DispatchThreadID)
{
    uint i = dispatchThreadID.x;
    write_heap[1][i] = read_heap[0][i];
    Words.Store(i * 4u, asuint(float(Words.Load((i + 4u) * 4u))));
}
