struct Camera {
    inverse_view_proj: mat4x4f,
}

@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(1) var sky: texture_cube<f32>;
@group(0) @binding(2) var sky_sampler: sampler;

@fragment
fn fs_main(@location(0) ndc: vec2f) -> @location(0) vec4f {
    let far = camera.inverse_view_proj * vec4f(ndc, 1.0, 1.0);
    return textureSample(sky, sky_sampler, normalize(far.xyz / far.w));
}
