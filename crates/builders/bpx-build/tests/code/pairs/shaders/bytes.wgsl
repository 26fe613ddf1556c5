// Four bytes in a word.
// refuse GL33 fragment DECOMPILE
// refuse ES30 fragment DECOMPILE
@vertex
fn vertex(@location(0) at: vec4<f32>) -> @builtin(position) vec4<f32> {
    return at;
}

@fragment
fn fragment(@location(0) @interpolate(flat) bits: vec2<u32>, @location(1) at: vec4<f32>) -> @location(0) vec4<u32> {
    let unpacked = unpack4x8unorm(bits.x) + unpack4x8snorm(bits.y);
    return vec4(pack4x8unorm(unpacked), pack4x8snorm(at), bits.x, 1u);
}
