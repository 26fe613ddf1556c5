// Every way to read a texture, and derivatives.
@group(0) @binding(0) var color: texture_2d<f32>;
@group(0) @binding(1) var layers: texture_2d_array<f32>;
@group(0) @binding(2) var cube: texture_cube<f32>;
@group(0) @binding(3) var volume: texture_3d<f32>;
@group(0) @binding(4) var depth: texture_depth_2d;
@group(0) @binding(5) var depths: texture_depth_2d_array;
@group(0) @binding(6) var whole: texture_2d<u32>;
@group(0) @binding(7) var line: texture_1d<f32>;
@group(1) @binding(0) var linear: sampler;
@group(1) @binding(1) var compare: sampler_comparison;

fn blurred(image: texture_2d<f32>, point: sampler, at: vec2f) -> vec4f {
    return textureSampleLevel(image, point, at, 0.0) + textureSampleLevel(image, point, at, 0.5, vec2i(1, -1));
}

struct Out { @location(0) a: vec4f, @location(1) b: vec4f, @location(2) c: vec4f, @location(3) d: vec4u }

@fragment
fn main(@location(0) uv: vec2f, @location(1) direction: vec3f) -> Out {
    var out: Out;
    let layer = i32(abs(uv.x) * 2.0);
    out.a = textureSample(color, linear, uv) + textureSample(layers, linear, uv, layer);
    out.a += textureSample(cube, linear, direction) + textureSample(volume, linear, direction, vec3i(1, 0, -1));
    out.a += textureSampleBias(color, linear, uv, 0.5) + textureSampleGrad(color, linear, uv, dpdx(uv), dpdy(uv));
    out.a += blurred(color, linear, uv) + textureSample(line, linear, uv.x);
    out.b = textureGather(1, color, linear, uv) + textureGather(depth, linear, uv);
    out.b += textureGather(2, layers, linear, uv, 1u, vec2i(0, 1)) + textureGatherCompare(depth, compare, uv, 0.5);
    out.b.x += textureSample(depth, linear, uv) + textureSampleLevel(depth, linear, uv, 0);
    out.b.y += textureSampleCompare(depth, compare, uv, 0.5) + textureSampleCompareLevel(depths, compare, uv, layer, 0.25);
    out.b.z += textureLoad(depth, vec2i(0, 0), 0) + textureLoad(depths, vec2u(1u), 0, 0);
    out.c = textureLoad(color, vec2i(1, 1), 0) + textureLoad(layers, vec2u(0u, 1u), 1, 0) + textureLoad(volume, vec3i(0), 0);
    out.c += vec4f(dpdx(uv), fwidth(uv)) + vec4f(dpdxFine(uv.x), dpdyFine(uv.y), dpdxCoarse(uv.x), dpdyCoarse(uv.y));
    out.c += vec4f(fwidthFine(uv), fwidthCoarse(uv));
    out.c += textureSampleBaseClampToEdge(color, linear, uv * 3.0);
    out.d = textureLoad(whole, vec2u(0u), 0u) + vec4u(textureDimensions(color), textureNumLevels(color), textureNumLayers(layers));
    out.d += vec4u(textureDimensions(volume), textureDimensions(line)) + vec4u(textureDimensions(layers, 0u), textureDimensions(cube));
    return out;
}
