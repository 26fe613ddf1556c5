struct Light {
    position: vec3f,
    range: f32,
    color: vec3f,
}

struct Camera {
    inverse_view_proj: mat4x4f,
    view_position: vec3f,
}

@group(0) @binding(0) var albedo_target: texture_2d<f32>;
@group(0) @binding(1) var normal_target: texture_2d<f32>;
@group(0) @binding(2) var depth_target: texture_depth_2d;
@group(1) @binding(0) var<storage, read> lights: array<Light>;
@group(1) @binding(1) var<uniform> camera: Camera;

fn world_position(coord: vec2f, depth: f32) -> vec3f {
    let ndc = vec4f(coord.x * 2.0 - 1.0, (1.0 - coord.y) * 2.0 - 1.0, depth, 1.0);
    let world = camera.inverse_view_proj * ndc;
    return world.xyz / world.w;
}

@fragment
fn fs_main(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let pixel = vec2i(floor(position.xy));
    let depth = textureLoad(depth_target, pixel, 0);
    if depth >= 1.0 {
        discard;
    }
    let size = vec2f(textureDimensions(depth_target));
    let world = world_position(position.xy / size, depth);
    let n = textureLoad(normal_target, pixel, 0).xyz;
    let albedo = textureLoad(albedo_target, pixel, 0).rgb;
    let v = normalize(camera.view_position - world);
    var result = vec3f(0.02);
    for (var i = 0u; i < arrayLength(&lights); i++) {
        let l = lights[i].position - world;
        let dist = length(l);
        if dist > lights[i].range {
            continue;
        }
        let lambert = max(dot(n, normalize(l)), 0.0);
        let highlight = pow(max(dot(n, normalize(l + v)), 0.0), 16.0);
        let falloff = pow(1.0 - dist / lights[i].range, 2.0);
        result += (albedo * lambert + highlight) * lights[i].color * falloff;
    }
    return vec4f(result, 1.0);
}
