struct Body {
    position: vec3f,
    mass: f32,
    velocity: vec3f,
}

struct Params {
    dt: f32,
    softening: f32,
    count: u32,
}

@group(0) @binding(0) var<storage, read_write> bodies: array<Body>;
@group(0) @binding(1) var<uniform> params: Params;

var<workgroup> cache: array<vec4f, 64>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
    let position = bodies[id.x].position;
    var acceleration = vec3f(0.0);
    for (var tile = 0u; tile < params.count; tile += 64u) {
        let other = bodies[tile + lane];
        cache[lane] = vec4f(other.position, other.mass);
        workgroupBarrier();
        for (var j = 0u; j < 64u; j++) {
            let r = cache[j].xyz - position;
            let inv = inverseSqrt(dot(r, r) + params.softening);
            acceleration += r * cache[j].w * inv * inv * inv;
        }
        workgroupBarrier();
    }
    bodies[id.x].velocity += acceleration * params.dt;
    bodies[id.x].position = position + bodies[id.x].velocity * params.dt;
}
