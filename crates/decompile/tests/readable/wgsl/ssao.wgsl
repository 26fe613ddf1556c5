struct Ssao {
    projection: mat4x4f,
    samples: array<vec4f, 32>,
    noise_scale: vec2f,
    radius: f32,
    bias: f32,
}

@group(0) @binding(0) var<uniform> ssao: Ssao;
@group(0) @binding(1) var position_map: texture_2d<f32>;
@group(0) @binding(2) var normal_map: texture_2d<f32>;
@group(0) @binding(3) var noise_map: texture_2d<f32>;
@group(0) @binding(4) var nearest: sampler;

@fragment
fn fs_main(@location(0) uv: vec2f) -> @location(0) f32 {
    let position = textureSampleLevel(position_map, nearest, uv, 0.0).xyz;
    let normal = normalize(textureSampleLevel(normal_map, nearest, uv, 0.0).xyz);
    let random = textureSampleLevel(noise_map, nearest, uv * ssao.noise_scale, 0.0).xyz;
    let tangent = normalize(random - normal * dot(random, normal));
    let tbn = mat3x3f(tangent, cross(normal, tangent), normal);
    var occlusion = 0.0;
    for (var i = 0; i < 32; i++) {
        let p = position + tbn * ssao.samples[i].xyz * ssao.radius;
        let clip = ssao.projection * vec4f(p, 1.0);
        let coord = clip.xy / clip.w * vec2f(0.5, -0.5) + 0.5;
        let depth = textureSampleLevel(position_map, nearest, coord, 0.0).z;
        let range = smoothstep(0.0, 1.0, ssao.radius / abs(position.z - depth));
        occlusion += select(0.0, range, depth >= p.z + ssao.bias);
    }
    return 1.0 - occlusion / 32.0;
}
