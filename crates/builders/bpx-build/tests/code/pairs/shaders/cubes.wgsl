// A texture of several cubes.
// refuse GL33 fragment DECOMPILE
// refuse ES30 fragment DECOMPILE
// refuse ES31 fragment DECOMPILE
@group(1) @binding(0) var probes: texture_cube_array<f32>;
@group(2) @binding(0) var probes_sampler: sampler;

@vertex
fn vertex(@location(0) at: vec4<f32>) -> @builtin(position) vec4<f32> {
    return at;
}

@fragment
fn fragment(@location(0) way: vec4<f32>) -> @location(0) vec4<f32> {
    return textureSample(probes, probes_sampler, way.xyz, i32(way.w));
}
