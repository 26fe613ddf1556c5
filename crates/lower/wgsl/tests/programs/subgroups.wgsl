// Operations of a subgroup.
@group(0) @binding(0) var<storage, read> given: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<vec4u>;

@compute @workgroup_size(8)
fn main(
    @builtin(local_invocation_index) index: u32,
    @builtin(subgroup_size) size: u32,
    @builtin(subgroup_invocation_id) lane: u32,
) {
    let value = given[index];
    out[index * 5u] = subgroupBallot(value % 2u == 0u);
    out[index * 5u + 1u] = vec4u(subgroupAdd(value), subgroupMul(value | 1u), subgroupMin(value), subgroupMax(value));
    out[index * 5u + 2u] = vec4u(subgroupAnd(value), subgroupOr(value), subgroupXor(value), u32(subgroupAll(value > 0u)));
    out[index * 5u + 3u] = vec4u(subgroupInclusiveAdd(value), subgroupExclusiveAdd(value), subgroupBroadcastFirst(value), subgroupBroadcast(value, 1u));
    let moved = subgroupShuffle(value, lane ^ 1u) + subgroupShuffleXor(value, 2u) + subgroupShuffleUp(value, 1u);
    out[index * 5u + 4u] = vec4u(moved, subgroupShuffleDown(value, 1u), quadBroadcast(value, 2u), quadSwapX(value) + size);
    subgroupBarrier();
}
