// Matrices of every shape, in uniform blocks whose columns lie close, and indexed by what is computed.
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
    let i = frame.index % 2u;
    var local = frame.world;
    local[i] = vec4f(1.0, 2.0, 3.0, 4.0);
    local[1][i + 1u] += 0.5;
    let half = local * 0.5;
    out[0] = frame.world * vec4f(frame.basis[0], 1.0);
    out[1] = vec4f(frame.basis * frame.basis[2], 1.0);
    out[2] = vec4f(1.0, 2.0, 3.0, 4.0) * half;
    out[3] = vec4f(frame.flat_one * vec3f(1.0, 2.0, 3.0), frame.flat_one[2]);
    out[4] = vec4f(frame.flat_one[i], frame.flat_one[i][1], frame.flat_one[1][i]);
    out[5] = vec4f(frame.inner.small * vec2f(3.0, 4.0), lone * vec2f(1.0, 2.0));
    out[6] = vec4f(frame.inner.list[i] * vec4f(1.0), frame.inner.list[i][i + 1u]);
    out[7] = vec4f(lone[i], lone[i][i], total(frame.inner));
    let product = frame.world * local;
    for (var j = 0u; j < 4u; j++) {
        out[8u + j] = product[j] + transpose(local)[j];
    }
    out[12] = vec4f(determinant(frame.basis), determinant(lone), determinant(local), 0.0);
    let sum = local + frame.world - 2.0 * half;
    out[13] = sum[0];
    let wide = transpose(frame.flat_one);
    out[14] = vec4f(wide * vec2f(1.0, 2.0), 0.0) + vec4f((frame.flat_one * wide)[0], 0.0, 0.0);
    let copy = frame;
    out[15] = vec4f(copy.inner.list[0][2], copy.flat_one[1].x, -copy.world[3].w);
}
