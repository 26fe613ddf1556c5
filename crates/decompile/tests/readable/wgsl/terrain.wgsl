@group(0) @binding(0) var layers: texture_2d_array<f32>;
@group(0) @binding(1) var splat_map: texture_2d<f32>;
@group(0) @binding(2) var layer_sampler: sampler;

struct Settings {
    tiling: vec4f,
    fog_color: vec3f,
    fog_density: f32,
    sun: vec3f,
}

@group(0) @binding(3) var<uniform> settings: Settings;

@fragment
fn fs_main(
    @location(0) uv: vec2f,
    @location(1) normal: vec3f,
    @location(2) distance: f32,
) -> @location(0) vec4f {
    let weights = textureSample(splat_map, layer_sampler, uv);
    let total = dot(weights, vec4f(1.0));
    var color = vec3f(0.0);
    for (var i = 0; i < 4; i++) {
        let layer = textureSample(layers, layer_sampler, uv * settings.tiling[i], i);
        color += layer.rgb * weights[i] / total;
    }
    let light = max(dot(normalize(normal), settings.sun), 0.0) * 0.8 + 0.2;
    let fog = exp(-distance * settings.fog_density);
    return vec4f(mix(settings.fog_color, color * light, fog), 1.0);
}
