// Halves, shorts and bytes in words.
// refuse GL33 fragment DECOMPILE
// refuse GL40 fragment DECOMPILE
// refuse GL41 fragment DECOMPILE
@vertex
fn vertex(@location(0) at: vec4<f32>) -> @builtin(position) vec4<f32> {
    return at;
}

@fragment
fn fragment(@location(0) @interpolate(flat) bits: vec2<u32>, @location(1) at: vec4<f32>) -> @location(0) vec4<u32> {
    let unpacked = unpack2x16float(bits.x) + unpack2x16unorm(bits.y) + unpack2x16snorm(bits.y);
    return vec4(pack2x16float(unpacked), pack2x16unorm(at.xy), pack2x16snorm(at.zw), bits.x);
}
