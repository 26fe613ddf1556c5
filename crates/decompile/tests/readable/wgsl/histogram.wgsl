@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var<storage, read_write> histogram: array<atomic<u32>, 256>;

var<workgroup> bins: array<atomic<u32>, 256>;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) index: u32) {
    atomicStore(&bins[index], 0u);
    workgroupBarrier();
    let size = textureDimensions(image);
    if id.x < size.x && id.y < size.y {
        let color = textureLoad(image, id.xy, 0).rgb;
        let luminance = dot(color, vec3f(0.2126, 0.7152, 0.0722));
        atomicAdd(&bins[u32(luminance * 255.0)], 1u);
    }
    workgroupBarrier();
    atomicAdd(&histogram[index], atomicLoad(&bins[index]));
}
