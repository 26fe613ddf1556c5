@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;

var<workgroup> partial: array<f32, 128>;

@compute @workgroup_size(128)
fn main(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(local_invocation_index) lane: u32,
    @builtin(workgroup_id) group: vec3u,
) {
    var value = 0.0;
    if id.x < arrayLength(&values) {
        value = values[id.x];
    }
    partial[lane] = value;
    workgroupBarrier();
    for (var stride = 64u; stride > 0u; stride /= 2u) {
        if lane < stride {
            partial[lane] += partial[lane + stride];
        }
        workgroupBarrier();
    }
    if lane == 0u {
        result[group.x] = partial[0];
    }
}
