struct Camera {
    view: mat4x4f,
    proj: mat4x4f,
}

@group(0) @binding(0) var<uniform> camera: Camera;
@group(1) @binding(0) var<storage, read> joints: array<mat4x4f>;

struct VertexInput {
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
    @location(2) uv: vec2f,
    @location(3) joint_indices: vec4u,
    @location(4) weights: vec4f,
}

struct VertexOutput {
    @builtin(position) position: vec4f,
    @location(0) normal: vec3f,
    @location(1) uv: vec2f,
}

@vertex
fn vs_main(in: VertexInput) -> VertexOutput {
    let skin = joints[in.joint_indices.x] * in.weights.x
        + joints[in.joint_indices.y] * in.weights.y
        + joints[in.joint_indices.z] * in.weights.z
        + joints[in.joint_indices.w] * in.weights.w;
    let world = skin * vec4f(in.position, 1.0);
    var out: VertexOutput;
    out.position = camera.proj * camera.view * world;
    out.normal = normalize((skin * vec4f(in.normal, 0.0)).xyz);
    out.uv = in.uv;
    return out;
}
