struct Decal {
    inverse_view_proj: mat4x4f,
    world_to_decal: mat4x4f,
    screen: vec2f,
}

@group(0) @binding(0) var<uniform> decal: Decal;
@group(0) @binding(1) var depth_map: texture_depth_2d;
@group(0) @binding(2) var decal_map: texture_2d<f32>;
@group(0) @binding(3) var decal_sampler: sampler;

@fragment
fn fs_main(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let depth = textureLoad(depth_map, vec2i(position.xy), 0);
    let uv = position.xy / decal.screen;
    let clip = vec4f(uv * vec2f(2.0, -2.0) + vec2f(-1.0, 1.0), depth, 1.0);
    let world = decal.inverse_view_proj * clip;
    let local = (decal.world_to_decal * vec4f(world.xyz / world.w, 1.0)).xyz;
    if any(abs(local) > vec3f(0.5)) {
        discard;
    }
    var color = textureSampleLevel(decal_map, decal_sampler, local.xz + 0.5, 0.0);
    let fade = 1.0 - abs(local.y) * 2.0;
    color.a *= fade;
    return color;
}
