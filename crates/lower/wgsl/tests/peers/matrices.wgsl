// As the program of this name, with blocks loaded as a whole: the peer stops at some of the parts.
struct Inner { small: mat2x2f, list: array<mat4x2f, 2>, scale: vec4f }

struct Frame {
    basis: mat3x3f,
    flat_one: mat3x2f,
    @align(16) inner: Inner,
    world: mat4x4f,
    index: u32,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<uniform> lone: mat2x2f;
@group(0) @binding(2) var<storage, read_write> out: array<vec4f>;

fn total(inner: Inner) -> f32 {
    return inner.small[0].x + inner.list[1][3].y + inner.scale.y;
}

@compute @workgroup_size(1)
fn main() {
    let all = frame;
    let alone = lone;
    let i = all.index % 2u;
    var local = all.world;
    local[i] = vec4f(1.0, 2.0, 3.0, 4.0);
    local[1][i + 1u] += 0.5;
    let half = local * 0.5;
    out[0] = all.world * vec4f(all.basis[0], 1.0);
    out[1] = vec4f(all.basis * all.basis[2], 1.0);
    out[2] = vec4f(1.0, 2.0, 3.0, 4.0) * half;
    out[3] = vec4f(all.flat_one * vec3f(1.0, 2.0, 3.0), all.flat_one[2]);
    out[4] = vec4f(all.flat_one[i], all.flat_one[i][1], all.flat_one[1][i]);
    out[5] = vec4f(all.inner.small * vec2f(3.0, 4.0), alone * vec2f(1.0, 2.0));
    out[6] = vec4f(all.inner.list[i] * vec4f(1.0), all.inner.list[i][i + 1u]);
    out[7] = vec4f(alone[i], alone[i][i], total(all.inner));
    let product = all.world * local;
    for (var j = 0u; j < 4u; j++) {
        out[8u + j] = product[j] + transpose(local)[j];
    }
    out[12] = vec4f(determinant(all.basis), determinant(alone), determinant(local), 0.0);
    let sum = local + all.world - 2.0 * half;
    out[13] = sum[0];
    let wide = transpose(all.flat_one);
    out[14] = vec4f(wide * vec2f(1.0, 2.0), 0.0) + vec4f((all.flat_one * wide)[0], 0.0, 0.0);
    let copy = all;
    out[15] = vec4f(copy.inner.list[0][2], copy.flat_one[1].x, -copy.world[3].w);
}
