@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var image_sampler: sampler;

struct Lens {
    strength: f32,
    distortion: f32,
    vignette: f32,
    time: f32,
}

@group(0) @binding(2) var<uniform> lens: Lens;

fn distort(uv: vec2f, k: f32) -> vec2f {
    let d = uv - 0.5;
    return uv + d * dot(d, d) * k;
}

@fragment
fn fs_main(@location(0) uv: vec2f) -> @location(0) vec4f {
    let r = textureSample(image, image_sampler, distort(uv, lens.distortion + lens.strength)).r;
    let g = textureSample(image, image_sampler, distort(uv, lens.distortion)).g;
    let b = textureSample(image, image_sampler, distort(uv, lens.distortion - lens.strength)).b;
    let d = length(uv - 0.5);
    let shade = 1.0 - smoothstep(0.3, 0.8, d * lens.vignette);
    let scan = 0.9 + 0.1 * sin(uv.y * 800.0 + lens.time);
    return vec4f(vec3f(r, g, b) * shade * scan, 1.0);
}
