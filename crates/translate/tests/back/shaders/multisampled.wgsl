// A multisampled texture, and the sample that is shaded.
// refuse GL33 fragment TRANSLATE-34
// refuse ES30 fragment TRANSLATE-34
// refuse ES31 fragment TRANSLATE-34
@group(1) @binding(0) var scene: texture_multisampled_2d<f32>;

@vertex
fn vertex(@location(0) at: vec4<f32>) -> @builtin(position) vec4<f32> {
    return at;
}

@fragment
fn fragment(@builtin(position) place: vec4<f32>, @builtin(sample_index) index: u32) -> @location(0) vec4<f32> {
    return textureLoad(scene, vec2<i32>(place.xy), i32(index));
}
