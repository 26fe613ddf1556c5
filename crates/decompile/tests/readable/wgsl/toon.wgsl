struct Toon {
    light: vec3f,
    bands: f32,
    outline: vec3f,
    width: f32,
}

@group(0) @binding(0) var<uniform> toon: Toon;
@group(0) @binding(1) var ramp: texture_2d<f32>;
@group(0) @binding(2) var ramp_sampler: sampler;

@fragment
fn fs_main(
    @location(0) normal: vec3f,
    @location(1) view: vec3f,
    @location(2) color: vec3f,
) -> @location(0) vec4f {
    let n = normalize(normal);
    let v = normalize(view);
    if dot(n, v) < toon.width {
        return vec4f(toon.outline, 1.0);
    }
    let intensity = max(dot(n, toon.light), 0.0);
    let band = ceil(intensity * toon.bands) / toon.bands;
    let shade = textureSample(ramp, ramp_sampler, vec2f(band, 0.5)).rgb;
    let half_vector = normalize(toon.light + v);
    let highlight = step(0.98, dot(n, half_vector));
    return vec4f(color * shade + highlight, 1.0);
}
