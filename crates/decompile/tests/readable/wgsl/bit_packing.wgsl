@group(0) @binding(0) var<storage, read> input: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4u>;

fn pack_color(c: vec4f) -> u32 {
    let b = vec4u(clamp(c, vec4f(0.0), vec4f(1.0)) * 255.0 + 0.5);
    return b.x | (b.y << 8u) | (b.z << 16u) | (b.w << 24u);
}

fn part1by1(value: u32) -> u32 {
    var x = value & 0x0000ffffu;
    x = (x | (x << 8u)) & 0x00ff00ffu;
    x = (x | (x << 4u)) & 0x0f0f0f0fu;
    x = (x | (x << 2u)) & 0x33333333u;
    x = (x | (x << 1u)) & 0x55555555u;
    return x;
}

fn morton(p: vec2u) -> u32 {
    return part1by1(p.x) | (part1by1(p.y) << 1u);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let v = input[id.x];
    let halves = pack2x16float(v.xy);
    let bits = countOneBits(bitcast<u32>(v.z)) + firstLeadingBit(id.x);
    output[id.x] = vec4u(pack_color(v), halves, morton(id.xy), bits);
}
