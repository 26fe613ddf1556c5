struct Material {
    flags: u32,
    color: vec4f,
    emissive: vec3f,
    cutoff: f32,
}

const HAS_TEXTURE = 1u;
const HAS_EMISSIVE = 2u;
const ALPHA_MASK = 4u;
const UNLIT = 8u;

@group(0) @binding(0) var<storage, read> materials: array<Material>;
@group(0) @binding(1) var albedo: texture_2d<f32>;
@group(0) @binding(2) var albedo_sampler: sampler;
@group(0) @binding(3) var<uniform> sun: vec4f;

@fragment
fn fs_main(
    @location(0) uv: vec2f,
    @location(1) normal: vec3f,
    @location(2) @interpolate(flat) index: u32,
) -> @location(0) vec4f {
    let flags = materials[index].flags;
    var color = materials[index].color;
    let texel = textureSample(albedo, albedo_sampler, uv);
    if (flags & HAS_TEXTURE) != 0u {
        color *= texel;
    }
    if (flags & ALPHA_MASK) != 0u && color.a < materials[index].cutoff {
        discard;
    }
    if (flags & UNLIT) == 0u {
        let light = max(dot(normalize(normal), sun.xyz), 0.0) * sun.w + 0.1;
        color = vec4f(color.rgb * light, color.a);
    }
    if (flags & HAS_EMISSIVE) != 0u {
        color += vec4f(materials[index].emissive, 0.0);
    }
    return color;
}
