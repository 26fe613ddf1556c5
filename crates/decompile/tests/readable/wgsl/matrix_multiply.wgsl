struct Dimensions {
    m: u32,
    n: u32,
    k: u32,
}

@group(0) @binding(0) var<uniform> dims: Dimensions;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

const TILE = 16u;
var<workgroup> tile_a: array<array<f32, 16>, 16>;
var<workgroup> tile_b: array<array<f32, 16>, 16>;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
    var sum = 0.0;
    let tiles = (dims.k + TILE - 1u) / TILE;
    for (var t = 0u; t < tiles; t++) {
        let column = t * TILE + local.x;
        let row = t * TILE + local.y;
        tile_a[local.y][local.x] = 0.0;
        if id.y < dims.m && column < dims.k {
            tile_a[local.y][local.x] = a[id.y * dims.k + column];
        }
        tile_b[local.y][local.x] = 0.0;
        if row < dims.k && id.x < dims.n {
            tile_b[local.y][local.x] = b[row * dims.n + id.x];
        }
        workgroupBarrier();
        for (var i = 0u; i < TILE; i++) {
            sum += tile_a[local.y][i] * tile_b[i][local.x];
        }
        workgroupBarrier();
    }
    if id.y < dims.m && id.x < dims.n {
        c[id.y * dims.n + id.x] = sum;
    }
}
