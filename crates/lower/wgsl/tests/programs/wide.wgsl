// Integers of 64 bits, and floats of 64.
@group(0) @binding(0) var<storage, read> given: array<vec2u>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(1)
fn main() {
    let a = u64(given[0].x) << 20u | u64(given[0].y);
    let b = i64(given[1].x) - 5li;
    out[0] = u32(a / 3lu);
    out[1] = u32(a % (u64(given[1].y) & 7lu));
    out[2] = u32(u64(b * i64(a)) >> 8u);
    out[3] = u32(f64(given[0].x) * 0.5lf);
    out[4] = u32(min(b, 7li)) + u32(i64(i32(given[1].y)) < b);
}
