@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var target_image: texture_storage_2d<rgba16float, write>;

struct Bloom {
    threshold: f32,
    knee: f32,
}

@group(0) @binding(2) var<uniform> bloom: Bloom;

fn prefilter(color: vec3f) -> vec3f {
    let brightness = max(color.r, max(color.g, color.b));
    var soft = brightness - bloom.threshold + bloom.knee;
    soft = clamp(soft, 0.0, 2.0 * bloom.knee);
    soft = soft * soft / (4.0 * bloom.knee + 0.00001);
    let contribution = max(soft, brightness - bloom.threshold);
    return color * contribution / max(brightness, 0.00001);
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let size = textureDimensions(target_image);
    if any(id.xy >= size) {
        return;
    }
    let base = vec2i(id.xy) * 2;
    var sum = vec3f(0.0);
    for (var y = 0; y < 2; y++) {
        for (var x = 0; x < 2; x++) {
            sum += textureLoad(source, base + vec2i(x, y), 0).rgb;
        }
    }
    textureStore(target_image, id.xy, vec4f(prefilter(sum * 0.25), 1.0));
}
