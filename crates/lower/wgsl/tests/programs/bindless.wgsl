// Arrays of resources.
enable wgpu_binding_array;

struct Item { value: vec4f, list: array<f32> }

@group(0) @binding(0) var images: binding_array<texture_2d<f32>, 4>;
@group(0) @binding(1) var samplers: binding_array<sampler, 2>;
@group(0) @binding(2) var<storage, read> items: binding_array<Item, 3>;
@group(0) @binding(3) var any_number: binding_array<texture_2d<f32>>;

@fragment
fn main(@location(0) uv: vec2f, @location(1) @interpolate(flat) index: u32) -> @location(0) vec4f {
    let one = textureSampleLevel(images[index], samplers[index % 2u], uv, 0.0);
    let two = textureSampleLevel(images[1], samplers[0], uv, 0.0) + textureLoad(any_number[index], vec2i(uv), 0);
    return one + two + items[index].value * f32(arrayLength(&items[1].list)) + items[2].list[index];
}
