struct Sprite {
    position: vec2f,
    size: vec2f,
    rotation: f32,
    depth: f32,
    uv_rect: vec4f,
}

@group(0) @binding(0) var<uniform> screen: vec2f;
@group(0) @binding(1) var<storage, read> sprites: array<Sprite>;

struct VertexOutput {
    @builtin(position) position: vec4f,
    @location(0) uv: vec2f,
}

@vertex
fn vs_main(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> VertexOutput {
    let corner = vec2f(f32(vertex & 1u), f32(vertex >> 1u));
    let sprite = sprites[instance];
    let s = sin(sprite.rotation);
    let c = cos(sprite.rotation);
    let local = (corner - 0.5) * sprite.size;
    let rotated = vec2f(local.x * c - local.y * s, local.x * s + local.y * c);
    let ndc = (sprite.position + rotated) / screen * 2.0 - 1.0;
    var out: VertexOutput;
    out.position = vec4f(ndc.x, -ndc.y, sprite.depth, 1.0);
    out.uv = mix(sprite.uv_rect.xy, sprite.uv_rect.zw, corner);
    return out;
}
