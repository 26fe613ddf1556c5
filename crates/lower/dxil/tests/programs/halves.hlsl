// Buffers in numbers of several widths: one that is read has words, one that is written has an alias.
ByteAddressBuffer given : register(t0);
RWByteAddressBuffer made : register(u0);

[numthreads(4, 1, 1)]
void main(uint id : SV_GroupIndex) {
    half3 three = given.Load<half3>(id * 8);
    uint whole = given.Load(id * 8 + 32);
    made.Store<half>(id * 2, three.x + three.y * three.z);
    made.Store(id * 4 + 64, whole);
}
