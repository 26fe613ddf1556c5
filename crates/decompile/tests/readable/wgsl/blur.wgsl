@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var source_sampler: sampler;
@group(0) @binding(2) var<uniform> direction: vec2f;

const WEIGHTS = array<f32, 5>(0.227027, 0.1945946, 0.1216216, 0.054054, 0.016216);

@fragment
fn fs_main(@location(0) uv: vec2f) -> @location(0) vec4f {
    let texel = direction / vec2f(textureDimensions(source));
    var weights = WEIGHTS;
    var color = textureSample(source, source_sampler, uv) * weights[0];
    for (var i = 1; i < 5; i++) {
        let offset = texel * f32(i);
        color += textureSample(source, source_sampler, uv + offset) * weights[i];
        color += textureSample(source, source_sampler, uv - offset) * weights[i];
    }
    return color;
}
