@group(0) @binding(0) var color_map: texture_2d<f32>;
@group(0) @binding(1) var height_map: texture_2d<f32>;
@group(0) @binding(2) var linear_sampler: sampler;
@group(0) @binding(3) var<uniform> depth_scale: f32;

fn height(uv: vec2f) -> f32 {
    return textureSampleLevel(height_map, linear_sampler, uv, 0.0).r;
}

fn parallax(start: vec2f, view: vec3f) -> vec2f {
    let layers = mix(32.0, 8.0, abs(view.z));
    let layer_depth = 1.0 / layers;
    let delta = view.xy / view.z * depth_scale / layers;
    var uv = start;
    var depth = 0.0;
    var h = height(uv);
    while depth < h {
        uv -= delta;
        h = height(uv);
        depth += layer_depth;
    }
    let previous = uv + delta;
    let after = h - depth;
    let before = height(previous) - depth + layer_depth;
    return mix(uv, previous, after / (after - before));
}

@fragment
fn fs_main(@location(0) uv: vec2f, @location(1) view: vec3f) -> @location(0) vec4f {
    let shifted = parallax(uv, normalize(view));
    if any(shifted < vec2f(0.0)) || any(shifted > vec2f(1.0)) {
        discard;
    }
    return textureSampleLevel(color_map, linear_sampler, shifted, 0.0);
}
