@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var edges: texture_storage_2d<r32float, write>;

fn luminance(p: vec2i) -> f32 {
    let last = vec2i(textureDimensions(source)) - 1;
    let color = textureLoad(source, clamp(p, vec2i(0), last), 0).rgb;
    return dot(color, vec3f(0.299, 0.587, 0.114));
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let p = vec2i(id.xy);
    var kernel = array<f32, 9>(-1.0, 0.0, 1.0, -2.0, 0.0, 2.0, -1.0, 0.0, 1.0);
    var gradient = vec2f(0.0);
    for (var y = 0; y < 3; y++) {
        for (var x = 0; x < 3; x++) {
            let l = luminance(p + vec2i(x, y) - 1);
            gradient += vec2f(kernel[y * 3 + x], kernel[x * 3 + y]) * l;
        }
    }
    textureStore(edges, p, vec4f(length(gradient), 0.0, 0.0, 1.0));
}
