// Rays in a compute stage.
enable wgpu_ray_query;

@group(0) @binding(0) var scene: acceleration_structure;
@group(0) @binding(1) var<storage, read_write> out: array<vec4f>;

@compute @workgroup_size(1)
fn main() {
    var query: ray_query;
    rayQueryInitialize(&query, scene, RayDesc(0u, 0xffu, 0.1, 100.0, vec3f(0.0), vec3f(0.0, 1.0, 0.0)));
    while rayQueryProceed(&query) {
        let candidate = rayQueryGetCandidateIntersection(&query);
        if candidate.kind == RAY_QUERY_INTERSECTION_AABB {
            rayQueryGenerateIntersection(&query, 10.0);
        } else {
            rayQueryConfirmIntersection(&query);
        }
    }
    let hit = rayQueryGetCommittedIntersection(&query);
    out[0] = vec4f(hit.t, hit.barycentrics, f32(hit.kind));
    out[1] = vec4f(hit.world_to_object * vec4f(1.0), select(0.0, 1.0, hit.front_face));
}
