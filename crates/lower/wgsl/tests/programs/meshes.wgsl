// Task and mesh stages, and the fragments behind them.
enable wgpu_mesh_shader;

struct Task { mask: u32, tint: vec4f }
struct Vertex { @builtin(position) position: vec4f, @location(0) color: vec4f }
struct Primitive {
    @builtin(triangle_indices) indices: vec3u,
    @builtin(cull_primitive) is_culled: bool,
    @location(1) @per_primitive tint: vec4f,
}
struct Output {
    @builtin(vertices) vertices: array<Vertex, 3>,
    @builtin(primitives) primitives: array<Primitive, 1>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}

var<task_payload> payload: Task;
var<workgroup> output: Output;
var<workgroup> scratch: f32;

@task @payload(payload) @workgroup_size(1)
fn amplify() -> @builtin(mesh_task_size) vec3u {
    scratch = 1.0;
    payload.mask = 5u;
    payload.tint = vec4f(scratch);
    return vec3u(1u, 1u, 1u);
}

@mesh(output) @payload(payload) @workgroup_size(1)
fn build(@builtin(local_invocation_index) index: u32) {
    output.vertex_count = 3u;
    output.primitive_count = 1u;
    for (var i = 0u; i < 3u; i++) {
        output.vertices[i].position = vec4f(f32(i), f32(i % 2u), 0.0, 1.0);
        output.vertices[i].color = payload.tint;
    }
    output.primitives[0].indices = vec3u(0u, 1u, 2u);
    output.primitives[0].is_culled = payload.mask == 0u;
    output.primitives[0].tint = vec4f(1.0);
}

@fragment
fn shade(@location(0) color: vec4f, @location(1) @per_primitive tint: vec4f) -> @location(0) vec4f {
    return color * tint;
}
