// Gathering, which GLSL 330 and GLSL ES 300 lack.
// refuse GL33 fragment DECOMPILE
// refuse ES30 fragment DECOMPILE
@group(1) @binding(0) var heights: texture_2d<f32>;
@group(2) @binding(0) var heights_sampler: sampler;

@vertex
fn vertex(@location(0) at: vec4<f32>) -> @builtin(position) vec4<f32> {
    return at;
}

@fragment
fn fragment(@location(0) uv: vec2<f32>) -> @location(0) vec4<f32> {
    return textureGather(1, heights, heights_sampler, uv);
}
