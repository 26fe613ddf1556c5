// Comparison samplers, a cube, and a shadow map with layers.
@group(1) @binding(0) var shadow: texture_depth_2d;
@group(2) @binding(0) var shadow_sampler: sampler_comparison;
@group(1) @binding(1) var cascades: texture_depth_2d_array;
@group(2) @binding(1) var cascades_sampler: sampler_comparison;
@group(1) @binding(2) var sky: texture_cube<f32>;
@group(2) @binding(2) var sky_sampler: sampler;
@group(1) @binding(3) var fog: texture_3d<f32>;
@group(2) @binding(3) var fog_sampler: sampler;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let corner = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    return vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}

@fragment
fn fragment(@location(0) at: vec4<f32>) -> @location(0) vec4<f32> {
    let one = textureSampleCompare(shadow, shadow_sampler, at.xy, at.z);
    let two = textureSampleCompareLevel(cascades, cascades_sampler, at.xy, i32(at.w), at.z);
    return textureSample(sky, sky_sampler, at.xyz) * one * two + textureSampleBias(fog, fog_sampler, at.xyz, 0.5);
}
