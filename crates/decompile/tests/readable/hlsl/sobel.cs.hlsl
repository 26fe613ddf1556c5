Texture2D<float> source : register(t0);
RWTexture2D<float> edges : register(u0);

static const int3 offsets[8] = {
    int3(-1, -1, 0), int3(0, -1, 0), int3(1, -1, 0), int3(-1, 0, 0),
    int3(1, 0, 0), int3(-1, 1, 0), int3(0, 1, 0), int3(1, 1, 0)
};

[numthreads(8, 8, 1)]
void main(uint2 id : SV_DispatchThreadID) {
    float s[8];
    for (int i = 0; i < 8; i++) {
        s[i] = source.Load(int3(id, 0) + offsets[i]);
    }
    float gx = s[2] + 2.0 * s[4] + s[7] - s[0] - 2.0 * s[3] - s[5];
    float gy = s[5] + 2.0 * s[6] + s[7] - s[0] - 2.0 * s[1] - s[2];
    edges[id] = sqrt(gx * gx + gy * gy);
}
