@group(0) @binding(0) var hdr: texture_2d<f32>;
@group(0) @binding(1) var hdr_sampler: sampler;

struct Tonemap {
    exposure: f32,
    mode: u32,
}

@group(0) @binding(2) var<uniform> tonemap: Tonemap;

fn aces(x: vec3f) -> vec3f {
    return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), vec3f(0.0), vec3f(1.0));
}

fn reinhard(x: vec3f) -> vec3f {
    return x / (x + 1.0);
}

@fragment
fn fs_main(@location(0) uv: vec2f) -> @location(0) vec4f {
    let color = textureSample(hdr, hdr_sampler, uv).rgb * tonemap.exposure;
    var mapped: vec3f;
    switch tonemap.mode {
        case 0u: {
            mapped = aces(color);
        }
        case 1u, 2u: {
            mapped = reinhard(color);
        }
        default: {
            mapped = color;
        }
    }
    return vec4f(pow(mapped, vec3f(1.0 / 2.2)), 1.0);
}
