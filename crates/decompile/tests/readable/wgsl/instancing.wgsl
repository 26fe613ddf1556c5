struct Instance {
    position: vec3f,
    scale: f32,
    rotation: vec4f,
    color: vec4f,
}

@group(0) @binding(0) var<uniform> view_proj: mat4x4f;
@group(0) @binding(1) var<storage, read> instances: array<Instance>;

struct VertexOutput {
    @builtin(position) position: vec4f,
    @location(0) normal: vec3f,
    @location(1) color: vec4f,
}

fn rotate(v: vec3f, q: vec4f) -> vec3f {
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

@vertex
fn vs_main(
    @builtin(instance_index) index: u32,
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
) -> VertexOutput {
    let instance = instances[index];
    let world = rotate(position * instance.scale, instance.rotation) + instance.position;
    var out: VertexOutput;
    out.position = view_proj * vec4f(world, 1.0);
    out.normal = rotate(normal, instance.rotation);
    out.color = instance.color;
    return out;
}
