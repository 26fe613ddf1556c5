// Depth tests in front of the shader.
// refuse GL33 fragment DECOMPILE
// refuse GL40 fragment DECOMPILE
// refuse GL41 fragment DECOMPILE
// refuse ES30 fragment DECOMPILE
struct Varyings {
    @builtin(position) position: vec4<f32>,
    @location(0) at: vec2<f32>,
};

@vertex
fn vertex(@location(0) at: vec4<f32>) -> Varyings {
    return Varyings(at, at.xy);
}

@fragment
@early_depth_test(force)
fn fragment(@location(0) at: vec2<f32>) -> @location(0) vec4<f32> {
    if at.x < 0.5 {
        discard;
    }
    return vec4(at, 0.0, 1.0);
}
