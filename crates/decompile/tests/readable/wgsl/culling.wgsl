struct Object {
    center: vec3f,
    radius: f32,
    index_count: u32,
    first_index: u32,
    base_vertex: i32,
    material: u32,
}

struct Draw {
    index_count: u32,
    instance_count: u32,
    first_index: u32,
    base_vertex: i32,
    first_instance: u32,
}

struct Frustum {
    planes: array<vec4f, 6>,
    count: u32,
}

@group(0) @binding(0) var<storage, read> objects: array<Object>;
@group(0) @binding(1) var<storage, read_write> draws: array<Draw>;
@group(0) @binding(2) var<storage, read_write> draw_count: atomic<u32>;
@group(0) @binding(3) var<uniform> frustum: Frustum;

fn is_visible(center: vec3f, radius: f32) -> bool {
    for (var i = 0; i < 6; i++) {
        let plane = frustum.planes[i];
        if dot(plane.xyz, center) + plane.w < -radius {
            return false;
        }
    }
    return true;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= frustum.count {
        return;
    }
    let object = objects[id.x];
    if is_visible(object.center, object.radius) {
        let slot = atomicAdd(&draw_count, 1u);
        draws[slot] = Draw(object.index_count, 1u, object.first_index, object.base_vertex, id.x);
    }
}
