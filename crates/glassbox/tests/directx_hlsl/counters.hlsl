// Counters of buffers. Compiled with `-T cs_6_0`.
struct Particle {
    float3 place;
    float age;
    uint kind;
};
AppendStructuredBuffer<Particle> alive : register(u0);
ConsumeStructuredBuffer<Particle> fresh : register(u1);
RWStructuredBuffer<Particle> all : register(u2);
RWStructuredBuffer<uint> several[3] : register(u4);
RWStructuredBuffer<uint> numbers : register(u3);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Particle one = fresh.Consume();
    one.age += 1.0;
    if (one.age < 8.0)
        alive.Append(one);
    uint at = all.IncrementCounter();
    all[at].place = one.place;
    numbers[id.x] = numbers.DecrementCounter();
    several[1][several[id.x].IncrementCounter()] = at;
}
