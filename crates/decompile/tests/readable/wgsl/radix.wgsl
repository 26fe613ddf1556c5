struct Pass {
    shift: u32,
    count: u32,
}

@group(0) @binding(0) var<uniform> pass_info: Pass;
@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<u32>;

var<workgroup> digits: array<atomic<u32>, 16>;

@compute @workgroup_size(256)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u) {
    if lane < 16u {
        atomicStore(&digits[lane], 0u);
    }
    workgroupBarrier();
    for (var i = 0u; i < 4u; i++) {
        let index = group.x * 1024u + i * 256u + lane;
        if index < pass_info.count {
            let digit = (keys[index] >> pass_info.shift) & 15u;
            atomicAdd(&digits[digit], 1u);
        }
    }
    workgroupBarrier();
    if lane < 16u {
        counts[lane * groups.x + group.x] = atomicLoad(&digits[lane]);
    }
}
