@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

var<workgroup> scratch: array<u32, 256>;

@compute @workgroup_size(256)
fn main(
    @builtin(global_invocation_id) global: vec3u,
    @builtin(local_invocation_id) local: vec3u,
    @builtin(workgroup_id) group: vec3u,
) {
    let t = local.x;
    scratch[t] = data[global.x];
    workgroupBarrier();
    for (var offset = 1u; offset < 256u; offset <<= 1u) {
        var value = scratch[t];
        if t >= offset {
            value += scratch[t - offset];
        }
        workgroupBarrier();
        scratch[t] = value;
        workgroupBarrier();
    }
    data[global.x] = scratch[t];
    if t == 255u {
        sums[group.x] = scratch[255];
    }
}
