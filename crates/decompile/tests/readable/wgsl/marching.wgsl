struct Grid {
    origin: vec3f,
    cell: f32,
    size: vec3u,
    iso: f32,
}

@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(1) var<storage, read> field: array<f32>;
@group(0) @binding(2) var<storage, read_write> cases: array<u32>;
@group(0) @binding(3) var<storage, read_write> vertices: array<vec4f>;

fn field_index(p: vec3u) -> u32 {
    return p.x + (p.y + p.z * grid.size.y) * grid.size.x;
}

fn edge(a: vec3f, b: vec3f, va: f32, vb: f32) -> vec3f {
    if abs(va - vb) < 0.00001 {
        return a;
    }
    return mix(a, b, (grid.iso - va) / (vb - va));
}

@compute @workgroup_size(4, 4, 4)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if any(id + 1u >= grid.size) {
        return;
    }
    var mask = 0u;
    for (var corner = 0u; corner < 8u; corner++) {
        let offset = vec3u(corner & 1u, (corner >> 1u) & 1u, corner >> 2u);
        if field[field_index(id + offset)] < grid.iso {
            mask |= 1u << corner;
        }
    }
    let index = field_index(id);
    cases[index] = mask;
    let a = grid.origin + vec3f(id) * grid.cell;
    let b = a + vec3f(grid.cell, 0.0, 0.0);
    let p = edge(a, b, field[index], field[field_index(id + vec3u(1u, 0u, 0u))]);
    vertices[index] = vec4f(p, 1.0);
}
