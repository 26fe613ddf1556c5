// cs_5_0 -Zi -Od: numbers of threads, arrays, a static variable.
RWStructuredBuffer<float4> u; RWTexture2D<uint> t; groupshared float g[64]; static float bias; static const float tab[4] = {1,2,3,4};
struct S { double d; int3 k; bool b; };
void add(inout float x, out float y, float z) { x += z; y = x * z; if (z > 3) { y = 4; } }
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 gid : SV_GroupID, uint3 tid : SV_GroupThreadID) {
    float arr[4];
    bias = id.x * 0.5;
    for (int i = 0; i < 4; i++) arr[i] = i * bias;
    g[gi] = arr[id.y & 3];
    GroupMemoryBarrierWithGroupSync();
    float x = g[(gi + 1) & 63], y;
    add(x, y, bias);
    S s; s.d = x; s.k = int3(id); s.b = x > y;
    float2x3 m = float2x3(x, y, 1, 2, 3, x * y);
    float3 q = mul(float2(x, y), m);
    while (q.x < 10) { q.x *= 2; if (s.b) { q.y += 1; add(q.y, q.z, q.x); } else { q.z -= tab[gid.x & 3]; } }
    switch (tid.x) { case 0: x = q.x; break; case 1: x = q.y; break; default: x = q.z; break; }
    u[id.x] = float4(q, s.d) + x + m[id.y & 1][1] + m._12;
    t[id.xy] = s.k.z;
}
