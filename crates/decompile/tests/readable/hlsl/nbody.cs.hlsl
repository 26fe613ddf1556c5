RWStructuredBuffer<float4> positions : register(u0);
RWStructuredBuffer<float4> velocities : register(u1);

cbuffer Params : register(b0) {
    uint bodies;
    float dt;
    float damping;
    float softening;
};

groupshared float4 shared_positions[128];

float3 Interaction(float4 bi, float4 bj) {
    float3 r = bj.xyz - bi.xyz;
    float distSqr = dot(r, r) + softening;
    float inv = rsqrt(distSqr);
    return r * bj.w * inv * inv * inv;
}

[numthreads(128, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex) {
    float4 position = positions[id.x];
    float3 acceleration = 0;
    for (uint tile = 0; tile < bodies / 128; tile++) {
        shared_positions[index] = positions[tile * 128 + index];
        GroupMemoryBarrierWithGroupSync();
        [loop]
        for (uint j = 0; j < 128; j += 2) {
            acceleration += Interaction(position, shared_positions[j]);
            acceleration += Interaction(position, shared_positions[j + 1]);
        }
        GroupMemoryBarrierWithGroupSync();
    }
    float4 velocity = velocities[id.x];
    velocity.xyz = velocity.xyz * damping + acceleration * dt;
    position.xyz += velocity.xyz * dt;
    positions[id.x] = position;
    velocities[id.x] = velocity;
}
