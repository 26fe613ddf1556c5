// An array of structures in a block, a loop, and a copy of a whole structure.
const COUNT: u32 = 4u;

struct Light {
    position: vec3<f32>,
    range: f32,
    color: vec4<f32>,
}

struct Lights {
    lights: array<Light, 4>,
    count: u32,
    ambient: vec3<f32>,
    weights: array<vec4<f32>, 3>,
    basis: mat3x3<f32>,
}

@group(0) @binding(2) var<uniform> Lights_: Lights;

@vertex
fn vertex(@location(0) position: vec4<f32>) -> @builtin(position) vec4<f32> {
    return position;
}

fn shade(light: Light, at: vec3<f32>) -> vec3<f32> {
    let way = light.position - at;
    return light.color.rgb * saturate(1.0 - length(way) / light.range);
}

fn all_of(lights: Lights, at: vec3<f32>) -> vec3<f32> {
    return shade(lights.lights[0], at) + lights.ambient;
}

@fragment
fn fragment(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
    var sum = Lights_.ambient + all_of(Lights_, place.xyz);
    for (var index = 0u; index < min(Lights_.count, COUNT); index++) {
        sum += shade(Lights_.lights[index], place.xyz) * Lights_.weights[index % 3u].x;
    }
    return vec4(Lights_.basis * sum, 1.0);
}
