struct Decal {
    turn: mat3x3<f32>,
    tint: vec3<f32>,
    layer: i32,
}

struct Decals {
    list: array<Decal, 3>,
    count: u32,
}

struct Varying {
    @builtin(position) place: vec4<f32>,
    @location(0) uv: vec2<f32>,
    @location(1) @interpolate(flat) which: u32,
}

@group(0) @binding(1) var<uniform> decals_block: Decals;
@group(1) @binding(3) var sheets: texture_2d_array<f32>;
@group(2) @binding(1) var nearest: sampler;

@vertex
fn corner(@builtin(vertex_index) number: u32, @location(0) position: vec2<f32>, @location(1) uv: vec2<f32>) -> Varying {
    var out: Varying;
    out.place = vec4<f32>(position, 0.5, 1.0);
    out.uv = uv;
    out.which = number / 3u;
    return out;
}

@fragment
fn decals(in: Varying) -> @location(0) vec4<f32> {
    var sum = vec3<f32>(0.0);
    for (var index = 0u; index < min(decals_block.count, 3u); index++) {
        let decal = decals_block.list[index];
        let at = decal.turn * vec3<f32>(in.uv, 1.0);
        let texel = textureSampleLevel(sheets, nearest, at.xy, decal.layer & 1, 0.0);
        sum += texel.rgb * decal.tint;
    }
    return vec4<f32>(sum * select(0.5, 1.0, (in.which & 1u) == 0u), 1.0);
}
