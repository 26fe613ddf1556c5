// Blocks without structures, and integers everywhere.
@group(0) @binding(1) var<uniform> offset: vec4<f32>;
@group(0) @binding(2) var<uniform> table: array<vec4<i32>, 4>;
@group(1) @binding(0) var cells: texture_2d<u32>;
@group(1) @binding(1) var signed_cells: texture_2d<i32>;

struct Varyings {
    @builtin(position) at: vec4<f32>,
    @location(0) @interpolate(flat) cell: vec3<i32>,
}

@vertex
fn vertex(@location(0) at: vec4<f32>, @location(1) cell: vec2<i32>, @location(2) mask: u32) -> Varyings {
    return Varyings(at + offset, vec3(cell, i32(mask)) + table[1].xyz);
}

@fragment
fn fragment(varyings: Varyings) -> @location(0) vec4<i32> {
    let found = textureLoad(cells, varyings.cell.xy, 0);
    return vec4<i32>(found) + textureLoad(signed_cells, varyings.cell.yz, 0) + table[varyings.cell.z & 3];
}
