// Two colours for one target.
enable dual_source_blending;

struct Immediate { tint: vec4f, rest: array<vec4f, 20> }
var<immediate> given: Immediate;

struct Two { @location(0) @blend_src(0) color: vec4f, @location(0) @blend_src(1) factor: vec4f }

@fragment
fn main(@location(0) color: vec4f) -> Two {
    return Two(color * given.tint, given.rest[u32(color.x)]);
}
