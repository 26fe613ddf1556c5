Texture2D<float4> input : register(t0);
RWTexture2D<float4> output : register(u0);

cbuffer Blur : register(b0) {
    int radius;
    float weights[6];
};

groupshared float4 cache[266];

[numthreads(256, 1, 1)]
void main(int3 groupThread : SV_GroupThreadID, int3 dispatch : SV_DispatchThreadID) {
    uint width, height;
    input.GetDimensions(width, height);
    int2 last = int2(width, height) - 1;
    if (groupThread.x < radius) {
        int x = max(dispatch.x - radius, 0);
        cache[groupThread.x] = input[int2(x, dispatch.y)];
    }
    if (groupThread.x >= 256 - radius) {
        int x = min(dispatch.x + radius, last.x);
        cache[groupThread.x + 2 * radius] = input[int2(x, dispatch.y)];
    }
    cache[groupThread.x + radius] = input[min(dispatch.xy, last)];
    GroupMemoryBarrierWithGroupSync();
    float4 color = 0;
    for (int i = -radius; i <= radius; i++) {
        color += weights[abs(i)] * cache[groupThread.x + radius + i];
    }
    output[dispatch.xy] = color;
}
