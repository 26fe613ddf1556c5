@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var image_sampler: sampler;

fn to_linear(c: vec3f) -> vec3f {
    let low = c / 12.92;
    let high = pow((c + 0.055) / 1.055, vec3f(2.4));
    return select(high, low, c <= vec3f(0.04045));
}

fn to_srgb(c: f32) -> f32 {
    if c <= 0.0031308 {
        return c * 12.92;
    }
    return 1.055 * pow(c, 1.0 / 2.4) - 0.055;
}

@fragment
fn fs_main(@location(0) uv: vec2f, @location(1) tint: vec4f) -> @location(0) vec4f {
    let texel = textureSample(image, image_sampler, uv);
    let color = to_linear(texel.rgb) * tint.rgb;
    return vec4f(to_srgb(color.r), to_srgb(color.g), to_srgb(color.b), texel.a * tint.a);
}
