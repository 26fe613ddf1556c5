struct Style {
    fill: vec4f,
    outline: vec4f,
    outline_width: f32,
}

@group(0) @binding(0) var atlas: texture_2d<f32>;
@group(0) @binding(1) var atlas_sampler: sampler;
@group(0) @binding(2) var<uniform> style: Style;

fn median(v: vec3f) -> f32 {
    return max(min(v.r, v.g), min(max(v.r, v.g), v.b));
}

@fragment
fn fs_main(@location(0) uv: vec2f) -> @location(0) vec4f {
    let distance = median(textureSample(atlas, atlas_sampler, uv).rgb) - 0.5;
    let width = fwidth(distance);
    let inside = smoothstep(-width, width, distance);
    let border = smoothstep(-width, width, distance + style.outline_width);
    let color = mix(style.outline, style.fill, inside);
    return vec4f(color.rgb, color.a * border);
}
