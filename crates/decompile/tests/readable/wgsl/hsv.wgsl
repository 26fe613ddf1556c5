struct Grade {
    hue: f32,
    saturation: f32,
    value: f32,
}

@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var image_sampler: sampler;
@group(0) @binding(2) var<uniform> grade: Grade;

fn rgb_to_hsv(c: vec3f) -> vec3f {
    let v = max(c.r, max(c.g, c.b));
    let delta = v - min(c.r, min(c.g, c.b));
    if delta == 0.0 {
        return vec3f(0.0, 0.0, v);
    }
    var h: f32;
    if v == c.r {
        h = (c.g - c.b) / delta;
    } else if v == c.g {
        h = 2.0 + (c.b - c.r) / delta;
    } else {
        h = 4.0 + (c.r - c.g) / delta;
    }
    return vec3f(fract(h / 6.0), delta / v, v);
}

fn hsv_to_rgb(c: vec3f) -> vec3f {
    let p = abs(fract(c.xxx + vec3f(1.0, 2.0 / 3.0, 1.0 / 3.0)) * 6.0 - 3.0);
    return c.z * mix(vec3f(1.0), clamp(p - 1.0, vec3f(0.0), vec3f(1.0)), c.y);
}

@fragment
fn fs_main(@location(0) uv: vec2f) -> @location(0) vec4f {
    let texel = textureSample(image, image_sampler, uv);
    var hsv = rgb_to_hsv(texel.rgb);
    hsv.x = fract(hsv.x + grade.hue);
    hsv.y *= grade.saturation;
    hsv.z *= grade.value;
    return vec4f(hsv_to_rgb(hsv), texel.a);
}
