struct Params {
    resolution: vec2f,
    time: f32,
    octaves: u32,
}

@group(0) @binding(0) var<uniform> params: Params;

fn hash(p: vec2f) -> f32 {
    let h = dot(p, vec2f(127.1, 311.7));
    return fract(sin(h) * 43758.5453);
}

fn value_noise(p: vec2f) -> f32 {
    let i = floor(p);
    let f = fract(p);
    let u = f * f * (3.0 - 2.0 * f);
    return mix(
        mix(hash(i), hash(i + vec2f(1.0, 0.0)), u.x),
        mix(hash(i + vec2f(0.0, 1.0)), hash(i + vec2f(1.0, 1.0)), u.x),
        u.y,
    );
}

fn fbm(start: vec2f) -> f32 {
    var p = start;
    var sum = 0.0;
    var amplitude = 0.5;
    for (var i = 0u; i < params.octaves; i++) {
        sum += amplitude * value_noise(p);
        p = mat2x2f(0.8, 0.6, -0.6, 0.8) * p * 2.03;
        amplitude *= 0.5;
    }
    return sum;
}

@fragment
fn fs_main(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let uv = position.xy / params.resolution * 5.0;
    let warp = vec2f(fbm(uv + params.time * 0.1), fbm(uv + vec2f(5.2, 1.3)));
    let n = fbm(uv + warp * 3.0);
    let color = mix(vec3f(0.1, 0.15, 0.3), vec3f(0.95, 0.85, 0.7), n);
    return vec4f(color, 1.0);
}
