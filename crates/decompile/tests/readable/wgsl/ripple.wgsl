@group(0) @binding(0) var previous: texture_2d<f32>;
@group(0) @binding(1) var current: texture_2d<f32>;
@group(0) @binding(2) var next_state: texture_storage_2d<r32float, write>;

struct Drop {
    center: vec2f,
    radius: f32,
    strength: f32,
}

struct Pond {
    damping: f32,
    drop_count: u32,
    drops: array<Drop, 4>,
}

@group(0) @binding(3) var<storage, read> pond: Pond;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let p = vec2i(id.xy);
    let around = textureLoad(current, p + vec2i(-1, 0), 0).r
        + textureLoad(current, p + vec2i(1, 0), 0).r
        + textureLoad(current, p + vec2i(0, -1), 0).r
        + textureLoad(current, p + vec2i(0, 1), 0).r;
    var height = (around * 0.5 - textureLoad(previous, p, 0).r) * pond.damping;
    for (var i = 0u; i < min(pond.drop_count, 4u); i++) {
        let drop = pond.drops[i];
        let d = distance(vec2f(id.xy), drop.center);
        if d < drop.radius {
            height += drop.strength * (cos(d / drop.radius * 3.14159) + 1.0);
        }
    }
    textureStore(next_state, p, vec4f(height, 0.0, 0.0, 0.0));
}
