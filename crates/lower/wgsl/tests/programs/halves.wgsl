// Numbers of 16 bits.
enable f16;

struct Block { a: vec2<f16>, b: f16, m: mat2x2<f16> }

@group(0) @binding(0) var<storage, read> given: Block;
@group(0) @binding(1) var<uniform> fixed: mat3x3<f16>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(1)
fn main() {
    let v = given.a * 2.0h + vec2<f16>(given.b);
    out[0] = f32(v.x) + f32(sqrt(abs(v.y)));
    out[1] = f32((given.m * v).x);
    out[2] = f32(i32(v.x)) + f32(f16(3u));
    out[3] = f32(fixed[1].y) + f32(saturate(given.b));
    out[4] = bitcast<f32>(pack2x16float(vec2f(v)));
}
