@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var smooth_sampler: sampler;

@fragment
fn post(@location(0) uv: vec2f) -> @location(0) vec4f {
    return sqrt(textureSample(picture, smooth_sampler, uv));
}
