RWTexture2D<float4> image : register(u0);

cbuffer View : register(b0) {
    float2 center;
    float scale;
    uint maxIterations;
};

[numthreads(8, 8, 1)]
void main(uint2 id : SV_DispatchThreadID) {
    float2 size;
    image.GetDimensions(size.x, size.y);
    if (any(id >= uint2(size))) {
        return;
    }
    float2 c = center + (id / size - 0.5) * scale;
    float2 z = 0;
    uint n;
    for (n = 0; n < maxIterations; n++) {
        z = float2(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c;
        if (dot(z, z) > 16.0) {
            break;
        }
    }
    float t = n + 1 - log2(log2(dot(z, z)) * 0.5);
    float3 color = n == maxIterations ? 0 : 0.5 + 0.5 * cos(3.0 + t * 0.15 + float3(0.0, 0.6, 1.0));
    image[id] = float4(color, 1);
}
