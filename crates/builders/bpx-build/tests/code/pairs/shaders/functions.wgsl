// Functions of mathematics, and textures and samplers as arguments.
@group(1) @binding(0) var map: texture_2d<f32>;
@group(2) @binding(0) var map_sampler: sampler;

struct Varyings {
    @builtin(position) at: vec4<f32>,
    @location(0) @interpolate(linear) uv: vec2<f32>,
}

// refuse GL33 vertex DECOMPILE
// refuse ES30 vertex DECOMPILE
@vertex
fn vertex(@location(0) at: vec4<f32>) -> Varyings {
    let split = modf(at.x);
    let parts = frexp(at.y);
    return Varyings(vec4(split.fract + split.whole, parts.fract, f32(parts.exp), at.w), at.xy);
}

fn read(image: texture_2d<f32>, linear: sampler, uv: vec2<f32>) -> vec4<f32> {
    return textureSample(image, linear, uv);
}

@fragment
fn fragment(@location(0) uv: vec2<f32>) -> @location(0) vec4<f32> {
    let turned = atan2(uv.y, uv.x) + asinh(uv.x) + acosh(uv.y + 2.0) + atanh(uv.x * 0.1) + sign(uv.x) + trunc(uv.y);
    let smooth_ = smoothstep(0.0, 1.0, uv.x) + mix(uv.x, uv.y, 0.5) + step(0.5, uv.x) + fract(uv.y) + fma(uv.x, uv.y, 2.0);
    let bent = reflect(vec3(uv, 1.0), vec3(0.0, 1.0, 0.0)) + refract(vec3(uv, 1.0), vec3(0.0, 1.0, 0.0), 0.9) + cross(vec3(uv, 0.0), vec3(1.0));
    let whole = all(uv > vec2(0.0)) || any(uv < vec2(-1.0));
    return read(map, map_sampler, uv) * turned + vec4(bent * smooth_ * inverseSqrt(uv.x + 3.0), pow(uv.x, 2.0)) * select(1.0, 2.0, whole);
}
