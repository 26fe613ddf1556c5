// A ray query that is one of two.
RaytracingAccelerationStructure scene : register(t0);
RWStructuredBuffer<float> distances : register(u0);

[numthreads(4, 1, 1)]
void main(uint id : SV_GroupIndex) {
    RayDesc ray;
    ray.Origin = float3(id, 0, 0);
    ray.Direction = float3(0, 0, 1);
    ray.TMin = 0;
    ray.TMax = 100;
    RayQuery<RAY_FLAG_FORCE_OPAQUE> first;
    RayQuery<RAY_FLAG_FORCE_OPAQUE> second;
    first.TraceRayInline(scene, RAY_FLAG_NONE, 255, ray);
    second.TraceRayInline(scene, RAY_FLAG_CULL_BACK_FACING_TRIANGLES, 255, ray);
    RayQuery<RAY_FLAG_FORCE_OPAQUE> chosen = first;
    if (id > 1) {
        chosen = second;
    }
    chosen.Proceed();
    distances[id] = chosen.CommittedRayT();
}
