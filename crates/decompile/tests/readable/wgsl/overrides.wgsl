override samples: u32 = 16u;
override radius: f32 = 4.0;

@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var source_sampler: sampler;

@fragment
fn fs_main(@location(0) uv: vec2f) -> @location(0) vec4f {
    let texel = 1.0 / vec2f(textureDimensions(source));
    var sum = vec4f(0.0);
    for (var i = 0u; i < samples; i++) {
        let angle = f32(i) * 2.39996;
        let r = sqrt(f32(i) / f32(samples)) * radius;
        sum += textureSampleLevel(source, source_sampler, uv + vec2f(cos(angle), sin(angle)) * r * texel, 0.0);
    }
    return sum / f32(samples);
}
