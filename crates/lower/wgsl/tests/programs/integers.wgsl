// Operators and built-in functions of integers, with operands at which others leave the result open.
@group(0) @binding(0) var<storage, read> given: array<vec4i>;
@group(0) @binding(1) var<storage, read_write> out: array<vec4i>;

fn signed(a: i32, b: i32) -> array<vec4i, 7> {
    return array<vec4i, 7>(
        vec4i(a + b, a - b, a * b, a / b),
        vec4i(a % b, a / 3, a % 3, a / -1),
        vec4i(a << u32(b), a >> u32(b), a << 3u, a >> 31u),
        vec4i(a & b, a | b, a ^ b, ~a),
        vec4i(-a, abs(a), sign(a), min(a, b)),
        vec4i(max(a, b), clamp(a, 5, -5), clamp(a, b, b + 1), select(a, b, a < b)),
        vec4i(i32(a <= b), i32(a > b), i32(a >= b), i32(a != b)),
    );
}

fn unsigned(a: u32, b: u32) -> array<vec4u, 4> {
    return array<vec4u, 4>(
        vec4u(a + b, a - b, a * b, a / b),
        vec4u(a % b, a / 7u, a % 7u, a << b),
        vec4u(a >> b, min(a, b), max(a, b), clamp(a, 9u, 3u)),
        vec4u(u32(a < b), u32(a <= b), u32(a > b), u32(a >= b)),
    );
}

fn bits(a: u32, s: i32, offset: u32, count: u32) -> array<vec4u, 5> {
    return array<vec4u, 5>(
        vec4u(countLeadingZeros(a), countTrailingZeros(a), countOneBits(a), reverseBits(a)),
        vec4u(firstLeadingBit(a), firstTrailingBit(a), bitcast<u32>(firstLeadingBit(s)), bitcast<u32>(firstTrailingBit(s))),
        vec4u(extractBits(a, offset, count), bitcast<u32>(extractBits(s, offset, count)), extractBits(a, 4u, 8u), insertBits(a, 37u, 3u, 7u)),
        vec4u(insertBits(a, u32(s), offset, count), bitcast<u32>(countLeadingZeros(s)), bitcast<u32>(countTrailingZeros(s)), 0u),
        countLeadingZeros(vec4u(a, offset, 0u, 1u)),
    );
}

@compute @workgroup_size(1)
fn main() {
    var at = 0u;
    for (var i = 0u; i < 8u; i++) {
        var v = given[i];
        if (i == 1u) {
            v = vec4i(-2147483648, -1, 0, 40);
        }
        if (i == 2u) {
            v.y = 0;
        }
        let first = signed(v.x, v.y);
        for (var j = 0u; j < 7u; j++) {
            out[at] = first[j];
            at++;
        }
        let second = unsigned(u32(v.x), u32(v.y));
        for (var j = 0u; j < 4u; j++) {
            out[at] = bitcast<vec4i>(second[j]);
            at++;
        }
        let third = bits(u32(v.x), v.z, u32(v.w) % 50u, u32(v.y) % 50u);
        for (var j = 0u; j < 5u; j++) {
            out[at] = bitcast<vec4i>(third[j]);
            at++;
        }
        out[at] = v / v.yxwz;
        out[at + 1u] = v % vec4i(3, -3, 1, 7);
        out[at + 2u] = v * v.x + 2 * v;
        out[at + 3u] = vec4i(dot(v, v.wzyx), dot(v.xy, v.zw), 0, 0) + vec4i(v.xyz << vec3u(1u, 2u, 35u) / 2u, 0);
        at += 4u;
    }
}
