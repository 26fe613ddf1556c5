StructuredBuffer<float> A : register(t0);
StructuredBuffer<float> B : register(t1);
RWStructuredBuffer<float> C : register(u0);

cbuffer Dimensions : register(b0) {
    uint M;
    uint N;
    uint K;
};

groupshared float tileA[16][16];
groupshared float tileB[16][16];

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 local : SV_GroupThreadID) {
    uint row = id.y;
    uint column = id.x;
    float sum = 0.0;
    for (uint t = 0; t < (K + 15) / 16; t++) {
        uint ka = t * 16 + local.x;
        uint kb = t * 16 + local.y;
        tileA[local.y][local.x] = row < M && ka < K ? A[row * K + ka] : 0.0;
        tileB[local.y][local.x] = kb < K && column < N ? B[kb * N + column] : 0.0;
        GroupMemoryBarrierWithGroupSync();
        for (uint k = 0; k < 16; k++) {
            sum += tileA[local.y][k] * tileB[k][local.x];
        }
        GroupMemoryBarrierWithGroupSync();
    }
    if (row < M && column < N) {
        C[row * N + column] = sum;
    }
}
