// A multisampled texture, the sample that is shaded, and the samples that are covered.
// refuse GL33 fragment DECOMPILE
// refuse ES30 fragment DECOMPILE
// refuse ES31 fragment DECOMPILE
@group(1) @binding(0) var scene: texture_multisampled_2d<f32>;

struct Input {
    @builtin(sample_index) index: u32,
    @builtin(sample_mask) covered: u32,
    @location(0) at: vec2<f32>,
};

struct Output {
    @location(0) color: vec4<f32>,
    @builtin(sample_mask) covered: u32,
};

struct Varyings {
    @builtin(position) position: vec4<f32>,
    @location(0) at: vec2<f32>,
};

@vertex
fn vertex(@location(0) at: vec4<f32>) -> Varyings {
    return Varyings(at, at.xy);
}

@fragment
fn fragment(input: Input) -> Output {
    return Output(textureLoad(scene, vec2<i32>(input.at), i32(input.index)), input.covered & 3u);
}
