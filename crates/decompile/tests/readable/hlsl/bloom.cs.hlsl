Texture2D<float3> source : register(t0);
RWTexture2D<float3> target : register(u0);
SamplerState bilinear : register(s0);

cbuffer Bloom : register(b0) {
    float2 inverseSize;
    float threshold;
};

float KarisWeight(float3 c) {
    return 1.0 / (1.0 + max(c.r, max(c.g, c.b)));
}

[numthreads(8, 8, 1)]
void main(uint2 id : SV_DispatchThreadID) {
    float2 uv = (id + 0.5) * inverseSize;
    float3 a = source.SampleLevel(bilinear, uv, 0, int2(-1, -1));
    float3 b = source.SampleLevel(bilinear, uv, 0, int2(1, -1));
    float3 c = source.SampleLevel(bilinear, uv, 0, int2(-1, 1));
    float3 d = source.SampleLevel(bilinear, uv, 0, int2(1, 1));
    float wa = KarisWeight(a);
    float wb = KarisWeight(b);
    float wc = KarisWeight(c);
    float wd = KarisWeight(d);
    float3 color = (a * wa + b * wb + c * wc + d * wd) / (wa + wb + wc + wd);
    float luma = dot(color, float3(0.2126, 0.7152, 0.0722));
    target[id] = color * max(0.0, luma - threshold) / max(luma, 0.0001);
}
