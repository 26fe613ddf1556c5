// Functions on bits and packed numbers.
// refuse GL33 fragment DECOMPILE
// refuse ES30 fragment DECOMPILE
struct Data {
    words: vec4<u32>,
    numbers: vec4<i32>,
}

@group(0) @binding(1) var<uniform> data: Data;

@vertex
fn vertex(@location(0) at: vec4<f32>) -> @builtin(position) vec4<f32> {
    return at;
}

@fragment
fn fragment(@location(0) @interpolate(flat) bits: vec2<u32>) -> @location(0) vec4<u32> {
    let count = countOneBits(data.words) + reverseBits(data.words);
    let lead = firstLeadingBit(data.numbers) + firstTrailingBit(data.numbers);
    let field = extractBits(bits.x, 3u, 5u) | insertBits(bits.y, 7u, 1u, 3u);
    return count ^ bitcast<vec4<u32>>(lead) ^ vec4(field) ^ (data.words / bits.xyxy) ^ bitcast<vec4<u32>>(data.numbers % 7);
}
