struct View {
    center: vec2f,
    scale: f32,
    iterations: u32,
}

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var image: texture_storage_2d<rgba8unorm, write>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let size = vec2f(textureDimensions(image));
    let c = view.center + (vec2f(id.xy) / size - 0.5) * view.scale;
    var z = vec2f(0.0);
    var n = 0u;
    loop {
        if n >= view.iterations || dot(z, z) > 4.0 {
            break;
        }
        z = vec2f(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        n++;
    }
    let t = f32(n) / f32(view.iterations);
    let color = 0.5 + 0.5 * cos(6.2831853 * (t + vec3f(0.0, 0.33, 0.67)));
    textureStore(image, id.xy, vec4f(select(color, vec3f(0.0), n == view.iterations), 1.0));
}
