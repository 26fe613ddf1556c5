// Names that are words of a target language, that end with digits, and that locals have too.
struct sample_ {
    half: vec4<f32>,
    texture: vec4<f32>,
    mul0: vec4<f32>,
    vec4: vec4<f32>,
    constant: f32,
    lerp: f32,
}

@group(0) @binding(1) var<uniform> sample: sample_;
@group(1) @binding(0) var mix1: texture_2d<f32>;
@group(2) @binding(0) var mix1_sampler: sampler;
@group(1) @binding(1) var half: texture_2d<f32>;
@group(2) @binding(1) var half_sampler: sampler;

fn color0(half_: f32) -> f32 {
    var mul = half_;
    mul += sample.lerp;
    return mul;
}

struct Varyings {
    @builtin(position) smooth_: vec4<f32>,
    @location(3) float4: vec4<f32>,
}

@vertex
fn vertex(@location(0) input: vec4<f32>, @location(2) position0: vec4<f32>) -> Varyings {
    let mix = input + sample.mul0;
    return Varyings(mix, position0 + sample.half);
}

@fragment
fn fragment(@location(3) float4: vec4<f32>) -> @location(0) vec4<f32> {
    var texture = textureSample(mix1, mix1_sampler, float4.xy) + sample.texture + sample.vec4;
    texture += textureSample(half, half_sampler, float4.zw) * sample.constant;
    return texture * color0(float4.x);
}
