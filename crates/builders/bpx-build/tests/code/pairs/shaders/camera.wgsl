// A camera block in both stages, a varying, and loose uniforms as root constants.
struct Camera {
    view: mat4x4<f32>,
    projection: mat4x4<f32>,
    eye: vec3<f32>,
    time: f32,
}

struct Root {
    tint: vec4<f32>,
    strength: f32,
}

@group(0) @binding(1) var<uniform> camera: Camera;
@group(3) @binding(0) var<uniform> root: Root;

struct Varyings {
    @builtin(position) position: vec4<f32>,
    @location(0) normal: vec3<f32>,
    @location(1) world: vec3<f32>,
}

@vertex
fn vertex(@location(0) position: vec3<f32>, @location(1) normal: vec3<f32>) -> Varyings {
    var result: Varyings;
    result.position = camera.projection * camera.view * vec4(position, 1.0);
    result.normal = normal;
    result.world = position;
    if (root.strength < 0.0) {
        return result;
    }
    result.world *= root.strength;
    return result;
}

struct Targets {
    @location(0) color: vec4<f32>,
    @location(1) glow: vec4<f32>,
}

@fragment
fn fragment(varyings: Varyings) -> Targets {
    let light = max(dot(normalize(varyings.normal), normalize(camera.eye - varyings.world)), 0.0);
    return Targets(root.tint * light, vec4(light * camera.time));
}
