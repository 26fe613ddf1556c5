struct Scene {
    view: mat4x4<f32>,
    sun: vec3<f32>,
    strength: f32,
}

struct Varying {
    @builtin(position) place: vec4<f32>,
    @location(0) facing: vec3<f32>,
    @location(1) uv: vec2<f32>,
}

@group(0) @binding(2) var<uniform> scene: Scene;
@group(1) @binding(0) var albedo: texture_2d<f32>;
@group(2) @binding(0) var smooth_sampler: sampler;

@vertex
fn corner(@location(0) position: vec3<f32>, @location(1) normal: vec3<f32>, @location(2) uv: vec2<f32>) -> Varying {
    var out: Varying;
    out.place = scene.view * vec4<f32>(position, 1.0);
    out.facing = normal;
    out.uv = uv;
    return out;
}

@fragment
fn shade(in: Varying) -> @location(0) vec4<f32> {
    let light = max(dot(normalize(in.facing + vec3<f32>(0.1)), normalize(scene.sun)), 0.0);
    let base = textureSample(albedo, smooth_sampler, in.uv);
    return vec4<f32>(base.rgb * (0.25 + light * scene.strength), 1.0);
}
