// Packed bytes and halves.
@group(0) @binding(0) var<storage, read> given: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> out: array<vec4u>;

@compute @workgroup_size(1)
fn main() {
    for (var i = 0u; i < 4u; i++) {
        let v = given[i] * 0.01;
        let s = vec4i(given[i] * 4.0);
        let u = vec4u(abs(s));
        let at = i * 8u;
        let word = pack4x8snorm(v);
        out[at] = vec4u(word, pack4x8unorm(v), pack2x16snorm(v.xy), pack2x16unorm(v.zw));
        out[at + 1u] = vec4u(pack2x16float(v.xy), pack4xI8(s), pack4xU8(u), pack4xI8Clamp(s));
        out[at + 2u] = vec4u(pack4xU8Clamp(u), bitcast<u32>(dot4I8Packed(pack4xI8(s), word)), dot4U8Packed(pack4xU8(u), word), 1u);
        out[at + 3u] = bitcast<vec4u>(unpack4x8snorm(word));
        out[at + 4u] = bitcast<vec4u>(unpack4x8unorm(word));
        out[at + 5u] = bitcast<vec4u>(vec4f(unpack2x16snorm(word), unpack2x16unorm(word)));
        out[at + 6u] = bitcast<vec4u>(unpack4xI8(word)) + unpack4xU8(word);
        out[at + 7u] = bitcast<vec4u>(vec4f(unpack2x16float(pack2x16float(v.zw)), 0.0, 1.0));
    }
}
