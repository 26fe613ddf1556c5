struct Cluster {
    low: vec3f,
    high: vec3f,
    count: u32,
    lights: array<u32, 32>,
}

struct Light {
    position: vec3f,
    radius: f32,
}

@group(0) @binding(0) var<storage, read> lights: array<Light>;
@group(0) @binding(1) var<storage, read_write> clusters: array<Cluster>;
@group(0) @binding(2) var<uniform> view: mat4x4f;

fn intersects(center: vec3f, radius: f32, low: vec3f, high: vec3f) -> bool {
    let closest = clamp(center, low, high);
    let d = closest - center;
    return dot(d, d) <= radius * radius;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let index = id.x;
    if index >= arrayLength(&clusters) {
        return;
    }
    let low = clusters[index].low;
    let high = clusters[index].high;
    var count = 0u;
    for (var i = 0u; i < arrayLength(&lights); i++) {
        let center = (view * vec4f(lights[i].position, 1.0)).xyz;
        if intersects(center, lights[i].radius, low, high) {
            clusters[index].lights[count] = i;
            count++;
            if count == 32u {
                break;
            }
        }
    }
    clusters[index].count = count;
}
