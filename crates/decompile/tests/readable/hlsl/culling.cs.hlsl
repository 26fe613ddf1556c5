struct Bounds {
    float3 center;
    float radius;
    uint drawId;
    uint lod;
};

struct DrawArgs {
    uint indexCount;
    uint instanceCount;
    uint startIndex;
    int baseVertex;
    uint startInstance;
};

StructuredBuffer<Bounds> bounds : register(t0);
StructuredBuffer<DrawArgs> meshes : register(t1);
Texture2D<float> hiz : register(t2);
SamplerState pointClamp : register(s0);
RWStructuredBuffer<DrawArgs> draws : register(u0);
RWStructuredBuffer<uint> drawCount : register(u1);

cbuffer Cull : register(b0) {
    float4 planes[6];
    float4x4 viewProj;
    float2 hizSize;
    uint count;
};

bool InFrustum(float3 center, float radius) {
    for (int i = 0; i < 6; i++) {
        if (dot(planes[i].xyz, center) + planes[i].w < -radius) {
            return false;
        }
    }
    return true;
}

bool Occluded(float3 center, float radius) {
    float4 clip = mul(viewProj, float4(center, 1.0));
    float2 uv = clip.xy / clip.w * float2(0.5, -0.5) + 0.5;
    float size = radius / clip.w * max(hizSize.x, hizSize.y);
    float level = ceil(log2(max(size, 1.0)));
    float depth = hiz.SampleLevel(pointClamp, uv, level);
    return (clip.z - radius) / clip.w > depth;
}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    if (id.x >= count) {
        return;
    }
    Bounds b = bounds[id.x];
    if (!InFrustum(b.center, b.radius) || Occluded(b.center, b.radius)) {
        return;
    }
    uint slot;
    InterlockedAdd(drawCount[0], 1, slot);
    DrawArgs args = meshes[b.drawId];
    args.instanceCount = 1;
    args.startInstance = id.x;
    draws[slot] = args;
}
