struct Globals {
    view_proj: mat4x4f,
    stride: u32,
    offset: u32,
}

@group(0) @binding(0) var<uniform> globals: Globals;
@group(0) @binding(1) var<storage, read> vertices: array<f32>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;

struct VertexOutput {
    @builtin(position) position: vec4f,
    @location(0) uv: vec2f,
    @location(1) color: vec4f,
}

@vertex
fn vs_main(@builtin(vertex_index) vertex: u32) -> VertexOutput {
    let base = indices[vertex] * globals.stride + globals.offset;
    let p = vec3f(vertices[base], vertices[base + 1u], vertices[base + 2u]);
    var out: VertexOutput;
    out.position = globals.view_proj * vec4f(p, 1.0);
    out.uv = vec2f(vertices[base + 3u], vertices[base + 4u]);
    out.color = unpack4x8unorm(bitcast<u32>(vertices[base + 5u]));
    return out;
}
