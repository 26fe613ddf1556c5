// The stages of a pipeline that traces rays.
enable wgpu_ray_tracing_pipeline;

struct Payload { color: vec4f, depth: u32 }

@group(0) @binding(0) var scene: acceleration_structure;
@group(0) @binding(1) var<storage, read_write> out: array<vec4f>;

var<ray_payload> sent: Payload;
var<incoming_ray_payload> received: Payload;

@ray_generation
fn generate(@builtin(ray_invocation_id) id: vec3u, @builtin(num_ray_invocations) size: vec3u) {
    sent = Payload();
    traceRay(scene, RayDesc(0u, 0xffu, 0.1, 100.0, vec3f(id), vec3f(0.0, 0.0, 1.0)), &sent);
    out[id.x + id.y * size.x] = sent.color;
}

@miss @incoming_payload(received)
fn miss() {
    received.color = vec4f(0.0, 0.0, 0.5, 1.0);
}

@closest_hit @incoming_payload(received)
fn hit(@builtin(object_ray_direction) direction: vec3f, @builtin(ray_t_current_max) distance: f32) {
    received.color = vec4f(direction, distance);
    received.depth += 1u;
}
