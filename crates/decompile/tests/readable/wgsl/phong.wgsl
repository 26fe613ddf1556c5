struct Light {
    position: vec3f,
    radius: f32,
    color: vec3f,
    intensity: f32,
}

struct Scene {
    eye: vec3f,
    light_count: u32,
    lights: array<Light, 8>,
}

@group(0) @binding(0) var<uniform> scene: Scene;
@group(1) @binding(0) var albedo_texture: texture_2d<f32>;
@group(1) @binding(1) var albedo_sampler: sampler;

struct FragmentInput {
    @location(0) world_position: vec3f,
    @location(1) normal: vec3f,
    @location(2) uv: vec2f,
}

fn shade(light: Light, position: vec3f, n: vec3f, v: vec3f, albedo: vec3f) -> vec3f {
    let to_light = light.position - position;
    let dist = length(to_light);
    let l = to_light / dist;
    let attenuation = clamp(1.0 - dist / light.radius, 0.0, 1.0);
    let diffuse = max(dot(n, l), 0.0);
    let specular = pow(max(dot(n, normalize(l + v)), 0.0), 32.0);
    return light.color * light.intensity * attenuation * (albedo * diffuse + specular);
}

@fragment
fn fs_main(in: FragmentInput) -> @location(0) vec4f {
    let n = normalize(in.normal);
    let v = normalize(scene.eye - in.world_position);
    let albedo = textureSample(albedo_texture, albedo_sampler, in.uv);
    var color = albedo.rgb * 0.03;
    for (var i = 0u; i < scene.light_count; i++) {
        color += shade(scene.lights[i], in.world_position, n, v, albedo.rgb);
    }
    return vec4f(color, albedo.a);
}
