// Texels that are written.
@group(0) @binding(0) var target_2d: texture_storage_2d<rgba32float, write>;
@group(0) @binding(1) var both: texture_storage_2d<r32uint, read_write>;
@group(0) @binding(2) var layers: texture_storage_2d_array<rgba8unorm, write>;
@group(0) @binding(3) var line: texture_storage_1d<r32float, write>;
@group(0) @binding(4) var volume: texture_storage_3d<rgba16sint, write>;
@group(0) @binding(5) var counters: texture_storage_2d<r32uint, atomic>;

@compute @workgroup_size(4, 4)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = vec2i(id.xy);
    textureStore(target_2d, at, vec4f(vec3f(id), 1.0));
    textureStore(both, id.xy, textureLoad(both, id.xy) + vec4u(id.x));
    textureStore(layers, at, i32(id.z), vec4f(0.5));
    textureStore(line, i32(id.x), vec4f(f32(textureDimensions(layers).x)));
    textureStore(volume, id, vec4i(-1, 2, -3, i32(textureNumLayers(layers))));
    textureAtomicAdd(counters, id.xy, 2u);
    textureAtomicMax(counters, id.xy, 5u);
    textureAtomicXor(counters, at, 1u);
    textureBarrier();
}
