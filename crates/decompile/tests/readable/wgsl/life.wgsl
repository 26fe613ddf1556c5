@group(0) @binding(0) var<storage, read> current: array<u32>;
@group(0) @binding(1) var<storage, read_write> next: array<u32>;
@group(0) @binding(2) var<uniform> size: vec2u;

fn cell(x: u32, y: u32) -> u32 {
    return current[(y % size.y) * size.x + x % size.x];
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let x = id.x + size.x;
    let y = id.y + size.y;
    let neighbors = cell(x - 1u, y - 1u) + cell(x, y - 1u) + cell(x + 1u, y - 1u)
        + cell(x - 1u, y) + cell(x + 1u, y)
        + cell(x - 1u, y + 1u) + cell(x, y + 1u) + cell(x + 1u, y + 1u);
    let index = id.y * size.x + id.x;
    switch neighbors {
        case 2u: {
            next[index] = current[index];
        }
        case 3u: {
            next[index] = 1u;
        }
        default: {
            next[index] = 0u;
        }
    }
}
