@group(0) @binding(0) var screen: texture_2d<f32>;
@group(0) @binding(1) var screen_sampler: sampler;

fn luma(color: vec3f) -> f32 {
    return dot(color, vec3f(0.299, 0.587, 0.114));
}

@fragment
fn fs_main(@location(0) uv: vec2f) -> @location(0) vec4f {
    let texel = 1.0 / vec2f(textureDimensions(screen));
    let center = textureSample(screen, screen_sampler, uv).rgb;
    let nw = luma(textureSample(screen, screen_sampler, uv, vec2i(-1, -1)).rgb);
    let ne = luma(textureSample(screen, screen_sampler, uv, vec2i(1, -1)).rgb);
    let sw = luma(textureSample(screen, screen_sampler, uv, vec2i(-1, 1)).rgb);
    let se = luma(textureSample(screen, screen_sampler, uv, vec2i(1, 1)).rgb);
    let m = luma(center);
    let low = min(m, min(min(nw, ne), min(sw, se)));
    let high = max(m, max(max(nw, ne), max(sw, se)));
    var dir = vec2f((sw + se) - (nw + ne), (nw + sw) - (ne + se));
    let reduce = max((nw + ne + sw + se) * 0.03125, 0.0078125);
    let scale = 1.0 / (min(abs(dir.x), abs(dir.y)) + reduce);
    dir = clamp(dir * scale, vec2f(-8.0), vec2f(8.0)) * texel;
    let a = 0.5 * (textureSample(screen, screen_sampler, uv - dir * 0.166667).rgb
        + textureSample(screen, screen_sampler, uv + dir * 0.166667).rgb);
    let b = a * 0.5 + 0.25 * (textureSample(screen, screen_sampler, uv - dir * 0.5).rgb
        + textureSample(screen, screen_sampler, uv + dir * 0.5).rgb);
    let luma_b = luma(b);
    if luma_b < low || luma_b > high {
        return vec4f(a, 1.0);
    }
    return vec4f(b, 1.0);
}
