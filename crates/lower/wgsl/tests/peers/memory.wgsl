// As the program of this name, without pointers to parts of variables, at which the peer stops.
struct Cell { count: atomic<u32>, last: atomic<i32> }
struct Total { sum: u32, list: array<u32, 4> }

@group(0) @binding(0) var<storage, read> given: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
@group(0) @binding(2) var<storage, read_write> cell: Cell;
@group(0) @binding(3) var<storage, read_write> totals: array<Total>;

var<workgroup> shared_list: array<u32, 16>;
var<workgroup> shared_total: Total;
var<workgroup> counter: atomic<u32>;
var<workgroup> limit: u32;
var<private> state: array<u32, 4> = array<u32, 4>(1u, 2u, 3u, 4u);
var<private> zeroed: vec3u;

fn bump(p: ptr<function, u32>, by: u32) -> u32 {
    let old = *p;
    *p += by;
    return old;
}

fn turn(p: ptr<private, u32>) {
    *p = *p * 3u + 1u;
}

fn fill(p: ptr<function, Total>, n: u32) {
    (*p).sum = n;
    for (var i = 0u; i < 4u; i++) {
        var sum = (*p).sum;
        (*p).list[i] = bump(&sum, i);
        (*p).sum = sum;
    }
}

@compute @workgroup_size(16)
fn main(@builtin(local_invocation_index) index: u32) {
    let begins = shared_list[15u - index] + atomicLoad(&counter) + shared_total.list[index % 4u];
    workgroupBarrier();
    shared_list[index] = given[index] % 1000u;
    atomicAdd(&counter, shared_list[index]);
    if index == 3u { limit = 7u; }
    let same = workgroupUniformLoad(&limit);
    workgroupBarrier();
    var local = Total(0u, array<u32, 4>());
    fill(&local, index);
    var spare = array<u32, 3>(5u, 6u, 7u);
    var part = spare[index % 3u];
    let was = bump(&part, same);
    spare[index % 3u] = part;
    state[index % 4u] = state[index % 4u] * 3u + 1u;
    out[index] = begins;
    out[16u + index] = shared_list[15u - index] + atomicLoad(&counter);
    out[32u + index] = local.sum + local.list[2] + spare[index % 3u] + was + state[index % 4u] + zeroed.y;
    if index == 0u {
        shared_total = local;
        totals[1] = shared_total;
        totals[0].list = shared_total.list;
        atomicStore(&cell.count, 5u);
        out[48] = atomicAdd(&cell.count, 3u);
        out[49] = atomicSub(&cell.count, 1u);
        out[50] = atomicMax(&cell.count, 100u);
        out[51] = atomicMin(&cell.count, 50u);
        out[52] = atomicAnd(&cell.count, 0x32u);
        out[53] = atomicOr(&cell.count, 0x41u);
        out[54] = atomicXor(&cell.count, 0xffu);
        out[55] = atomicExchange(&cell.count, 9u);
        let first = atomicCompareExchangeWeak(&cell.count, 8u, 1u);
        out[56] = first.old_value + select(0u, 100u, first.exchanged);
        atomicStore(&cell.last, -5);
        out[57] = bitcast<u32>(atomicMin(&cell.last, -9)) + bitcast<u32>(atomicMax(&cell.last, -2));
        out[58] = arrayLength(&out) + arrayLength(&totals);
    }
    storageBarrier();
}
