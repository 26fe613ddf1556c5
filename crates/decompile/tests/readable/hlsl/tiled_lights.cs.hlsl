struct Light {
    float3 viewPosition;
    float radius;
};

StructuredBuffer<Light> lights : register(t0);
Texture2D<float> depthMap : register(t1);
RWStructuredBuffer<uint> lightIndices : register(u0);
RWStructuredBuffer<uint> tileCounts : register(u1);

cbuffer Params : register(b0) {
    float4x4 projection;
    uint2 tiles;
    uint lightCount;
};

groupshared uint minDepth;
groupshared uint maxDepth;
groupshared uint tileLightCount;
groupshared uint tileLights[128];

float LinearDepth(float z) {
    return projection[2][3] / (z - projection[2][2]);
}

[numthreads(16, 16, 1)]
void main(uint3 group : SV_GroupID, uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex) {
    if (index == 0) {
        minDepth = 0x7f7fffff;
        maxDepth = 0;
        tileLightCount = 0;
    }
    GroupMemoryBarrierWithGroupSync();
    float z = LinearDepth(depthMap[id.xy]);
    InterlockedMin(minDepth, asuint(z));
    InterlockedMax(maxDepth, asuint(z));
    GroupMemoryBarrierWithGroupSync();
    float nearZ = asfloat(minDepth);
    float farZ = asfloat(maxDepth);
    for (uint i = index; i < lightCount; i += 256) {
        Light light = lights[i];
        float lz = light.viewPosition.z;
        if (lz + light.radius >= nearZ && lz - light.radius <= farZ) {
            uint slot;
            InterlockedAdd(tileLightCount, 1, slot);
            if (slot < 128) {
                tileLights[slot] = i;
            }
        }
    }
    GroupMemoryBarrierWithGroupSync();
    uint tile = group.y * tiles.x + group.x;
    uint total = min(tileLightCount, 128);
    for (uint j = index; j < total; j += 256) {
        lightIndices[tile * 128 + j] = tileLights[j];
    }
    if (index == 0) {
        tileCounts[tile] = total;
    }
}
