// Products of matrices that a subgroup holds together.
enable wgpu_cooperative_matrix;

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

@compute @workgroup_size(32)
fn main() {
    let left = coopLoad<coop_mat8x8<f32, A>>(&a[0], 8u);
    let right = coopLoadT<coop_mat8x8<f32, B>>(&b[0], 8u);
    var sum = coopLoad<coop_mat8x8<f32, C>>(&c[0], 8u);
    sum = coopMultiplyAdd(left, right, sum);
    coopStore(sum, &c[0], 8u);
}
