struct Shadow {
    matrix: mat4x4f,
    bias: f32,
    texel_size: f32,
}

@group(0) @binding(0) var<uniform> shadow: Shadow;
@group(0) @binding(1) var shadow_map: texture_depth_2d;
@group(0) @binding(2) var shadow_sampler: sampler_comparison;

fn visibility(world: vec3f) -> f32 {
    let clip = shadow.matrix * vec4f(world, 1.0);
    let ndc = clip.xyz / clip.w;
    let uv = ndc.xy * vec2f(0.5, -0.5) + 0.5;
    var sum = 0.0;
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            let offset = vec2f(f32(x), f32(y)) * shadow.texel_size;
            sum += textureSampleCompareLevel(shadow_map, shadow_sampler, uv + offset, ndc.z - shadow.bias);
        }
    }
    return sum / 9.0;
}

@fragment
fn main(@location(0) world: vec3f, @location(1) color: vec3f) -> @location(0) vec4f {
    return vec4f(color * mix(0.2, 1.0, visibility(world)), 1.0);
}
