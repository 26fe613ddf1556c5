enable clip_distances;
// Clip distances, the side of a face, and a depth that is written.
// refuse ES30 vertex DECOMPILE
// refuse ES31 vertex DECOMPILE
// refuse ES32 vertex DECOMPILE

struct Varyings {
    @builtin(position) position: vec4<f32>,
    @builtin(clip_distances) planes: array<f32, 5>,
    @location(0) @interpolate(flat) number: u32,
    @location(1) @interpolate(perspective, centroid) at: vec2<f32>,
};

struct Output {
    @location(0) color: vec4<f32>,
    @location(2) other: vec4<u32>,
    @builtin(frag_depth) depth: f32,
};

@vertex
fn vertex(@location(0) at: vec4<f32>, @builtin(vertex_index) number: u32, @builtin(instance_index) instance: u32) -> Varyings {
    var planes: array<f32, 5>;
    planes[0] = at.x;
    planes[1] = 1.0 - at.y;
    planes[4] = at.z;
    return Varyings(at, planes, number + instance, at.xy);
}

@fragment
fn fragment(
    @builtin(front_facing) front: bool,
    @location(0) @interpolate(flat) number: u32,
    @location(1) @interpolate(perspective, centroid) at: vec2<f32>,
) -> Output {
    if at.x < 0.25 {
        discard;
    }
    return Output(select(vec4(0.0), vec4(at, 0.0, 1.0), front), vec4(number), at.y);
}
