struct Particle {
    float3 position;
    float age;
    float3 velocity;
    float size;
};

RWStructuredBuffer<Particle> particles : register(u0);
RWStructuredBuffer<uint> deadList : register(u1);
RWStructuredBuffer<uint> counters : register(u2);

cbuffer Simulation : register(b0) {
    float deltaTime;
    float3 gravity;
    float4 attractor;
    float maxAge;
    uint maxParticles;
};

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    if (id.x >= maxParticles) {
        return;
    }
    Particle p = particles[id.x];
    if (p.age < 0.0) {
        return;
    }
    p.age += deltaTime;
    if (p.age > maxAge) {
        p.age = -1.0;
        uint slot;
        InterlockedAdd(counters[0], 1, slot);
        deadList[slot] = id.x;
    } else {
        float3 toAttractor = attractor.xyz - p.position;
        float distance = max(length(toAttractor), 0.1);
        float3 force = gravity + toAttractor / distance * attractor.w / (distance * distance);
        p.velocity += force * deltaTime;
        p.position += p.velocity * deltaTime;
        p.size = lerp(0.1, 1.0, p.age / maxAge);
    }
    particles[id.x] = p;
}
