struct Camera {
    position: vec3f,
    time: f32,
    forward: vec3f,
    fov: f32,
    right: vec3f,
    aspect: f32,
    up: vec3f,
}

@group(0) @binding(0) var<uniform> camera: Camera;

fn sd_sphere(p: vec3f, r: f32) -> f32 {
    return length(p) - r;
}

fn sd_box(p: vec3f, b: vec3f) -> f32 {
    let q = abs(p) - b;
    return length(max(q, vec3f(0.0))) + min(max(q.x, max(q.y, q.z)), 0.0);
}

fn smooth_min(a: f32, b: f32, k: f32) -> f32 {
    let h = clamp(0.5 + 0.5 * (b - a) / k, 0.0, 1.0);
    return mix(b, a, h) - k * h * (1.0 - h);
}

fn scene(p: vec3f) -> f32 {
    let ball = sd_sphere(p - vec3f(0.0, sin(camera.time), 0.0), 1.0);
    let cube = sd_box(p, vec3f(0.8));
    return min(smooth_min(ball, cube, 0.4), p.y + 1.5);
}

fn normal_at(p: vec3f) -> vec3f {
    let e = vec2f(0.001, 0.0);
    return normalize(vec3f(
        scene(p + e.xyy) - scene(p - e.xyy),
        scene(p + e.yxy) - scene(p - e.yxy),
        scene(p + e.yyx) - scene(p - e.yyx),
    ));
}

fn march(origin: vec3f, direction: vec3f) -> f32 {
    var t = 0.0;
    for (var i = 0; i < 100; i++) {
        let d = scene(origin + direction * t);
        if d < 0.001 {
            return t;
        }
        t += d;
        if t > 50.0 {
            break;
        }
    }
    return -1.0;
}

@fragment
fn fs_main(@location(0) uv: vec2f) -> @location(0) vec4f {
    let screen = (uv * 2.0 - 1.0) * vec2f(camera.aspect, 1.0) * camera.fov;
    let direction = normalize(camera.forward + screen.x * camera.right + screen.y * camera.up);
    let t = march(camera.position, direction);
    if t < 0.0 {
        return vec4f(0.5, 0.7, 1.0, 1.0);
    }
    let p = camera.position + direction * t;
    let n = normal_at(p);
    let sun = normalize(vec3f(0.6, 0.8, 0.3));
    var light = max(dot(n, sun), 0.0);
    if march(p + n * 0.02, sun) > 0.0 {
        light *= 0.3;
    }
    return vec4f(vec3f(0.8, 0.6, 0.5) * (light + 0.15), 1.0);
}
