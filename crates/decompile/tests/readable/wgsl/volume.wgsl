struct Volume {
    world_to_texture: mat4x4f,
    eye: vec3f,
    density: f32,
    steps: i32,
}

@group(0) @binding(0) var volume: texture_3d<f32>;
@group(0) @binding(1) var volume_sampler: sampler;
@group(0) @binding(2) var<uniform> params: Volume;

struct Hit {
    near: f32,
    far: f32,
}

fn intersect_box(origin: vec3f, dir: vec3f) -> Hit {
    let inv = 1.0 / dir;
    let t0 = -origin * inv;
    let t1 = (1.0 - origin) * inv;
    let lo = min(t0, t1);
    let hi = max(t0, t1);
    return Hit(max(lo.x, max(lo.y, lo.z)), min(hi.x, min(hi.y, hi.z)));
}

@fragment
fn fs_main(@location(0) entry: vec3f) -> @location(0) vec4f {
    let origin = (params.world_to_texture * vec4f(params.eye, 1.0)).xyz;
    let dir = normalize((params.world_to_texture * vec4f(entry - params.eye, 0.0)).xyz);
    let hit = intersect_box(origin, dir);
    if hit.near > hit.far {
        discard;
    }
    let start = max(hit.near, 0.0);
    let dt = (hit.far - start) / f32(params.steps);
    var transmittance = 1.0;
    var light = vec3f(0.0);
    for (var i = 0; i < params.steps; i++) {
        let p = origin + dir * (start + dt * f32(i));
        let value = textureSampleLevel(volume, volume_sampler, p, 0.0);
        let absorbed = exp(-value.a * params.density * dt);
        light += value.rgb * transmittance * (1.0 - absorbed);
        transmittance *= absorbed;
        if transmittance < 0.01 {
            break;
        }
    }
    return vec4f(light, 1.0 - transmittance);
}
