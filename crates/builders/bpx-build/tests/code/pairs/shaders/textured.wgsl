// Two textures, each with its own sampler, one of them in a function.
@group(1) @binding(0) var albedo: texture_2d<f32>;
@group(2) @binding(0) var albedo_sampler: sampler;
@group(1) @binding(1) var detail0: texture_2d_array<f32>;
@group(2) @binding(1) var detail0_sampler: sampler;

struct Varyings {
    @builtin(position) position: vec4<f32>,
    @location(0) uv: vec2<f32>,
    @location(1) @interpolate(flat) layer: u32,
}

@vertex
fn vertex(@location(0) position: vec2<f32>, @location(1) uv: vec2<f32>, @builtin(instance_index) instance: u32) -> Varyings {
    return Varyings(vec4(position, 0.25, 1.0), uv, instance % 4u);
}

fn detail(uv: vec2<f32>, layer: u32) -> vec4<f32> {
    return textureSample(detail0, detail0_sampler, uv * 4.0, layer);
}

@fragment
fn fragment(varyings: Varyings) -> @location(0) vec4<f32> {
    let size = vec2<f32>(textureDimensions(albedo));
    let base = textureSampleLevel(albedo, albedo_sampler, varyings.uv + vec2(0.5) / size, 1.0);
    let exact = textureLoad(albedo, vec2<i32>(0, 1), 0);
    return base * detail(varyings.uv, varyings.layer) + exact;
}
