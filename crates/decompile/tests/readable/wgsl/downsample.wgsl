@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var bilinear: sampler;

@fragment
fn fs_main(@location(0) uv: vec2f) -> @location(0) vec4f {
    let d = 1.0 / vec2f(textureDimensions(source));
    let a = textureSample(source, bilinear, uv + d * vec2f(-2.0, 2.0)).rgb;
    let b = textureSample(source, bilinear, uv + d * vec2f(0.0, 2.0)).rgb;
    let c = textureSample(source, bilinear, uv + d * vec2f(2.0, 2.0)).rgb;
    let e = textureSample(source, bilinear, uv + d * vec2f(-2.0, 0.0)).rgb;
    let f = textureSample(source, bilinear, uv).rgb;
    let g = textureSample(source, bilinear, uv + d * vec2f(2.0, 0.0)).rgb;
    let h = textureSample(source, bilinear, uv + d * vec2f(-2.0, -2.0)).rgb;
    let i = textureSample(source, bilinear, uv + d * vec2f(0.0, -2.0)).rgb;
    let j = textureSample(source, bilinear, uv + d * vec2f(2.0, -2.0)).rgb;
    let corners = (a + c + h + j) * 0.03125;
    let sides = (b + e + g + i) * 0.0625;
    return vec4f(f * 0.125 + corners + sides, 1.0);
}
