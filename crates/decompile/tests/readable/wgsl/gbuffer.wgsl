struct VertexOutput {
    @location(0) world: vec3f,
    @location(1) normal: vec3f,
    @location(2) uv: vec2f,
    @location(3) @interpolate(flat) material: u32,
}

struct GBuffer {
    @location(0) albedo: vec4f,
    @location(1) normal: vec2f,
    @location(2) material: vec2u,
}

@group(0) @binding(0) var textures: texture_2d_array<f32>;
@group(0) @binding(1) var texture_sampler: sampler;

fn octahedron(v: vec3f) -> vec2f {
    let n = v / (abs(v.x) + abs(v.y) + abs(v.z));
    if n.z >= 0.0 {
        return n.xy;
    }
    return (1.0 - abs(n.yx)) * select(vec2f(-1.0), vec2f(1.0), n.xy >= vec2f(0.0));
}

@fragment
fn fs_main(in: VertexOutput, @builtin(front_facing) front: bool) -> GBuffer {
    let n = normalize(select(-in.normal, in.normal, front));
    var out: GBuffer;
    out.albedo = textureSample(textures, texture_sampler, in.uv, in.material);
    out.normal = octahedron(n) * 0.5 + 0.5;
    out.material = vec2u(in.material, pack2x16float(in.world.xz));
    return out;
}
