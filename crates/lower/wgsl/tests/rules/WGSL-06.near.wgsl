// The same with a kind that it has.
@group(0) @binding(0) var frame: texture_2d<f32>;
@group(0) @binding(1) var linear: sampler;

@fragment
fn main(@location(0) at: vec2f) -> @location(0) vec4f {
    return textureSampleBaseClampToEdge(frame, linear, at);
}
