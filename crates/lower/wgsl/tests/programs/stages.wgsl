// What stages hand on, and their built-in variables.
enable clip_distances;

struct Instance { @location(0) position: vec3f, @location(1) color: vec4f, @location(2) kind: u32 }

struct Between {
    @builtin(position) @invariant position: vec4f,
    @location(0) color: vec4f,
    @location(1) @interpolate(linear, centroid) uv: vec2f,
    @location(2) @interpolate(flat) kind: u32,
    @builtin(clip_distances) clip: array<f32, 2>,
}

@vertex
fn vertex(instance: Instance, @builtin(vertex_index) vertex: u32, @builtin(instance_index) index: u32) -> Between {
    var out: Between;
    out.position = vec4f(instance.position, 1.0);
    out.color = instance.color * f32(vertex + 1u);
    out.uv = instance.position.xy;
    out.kind = instance.kind + index;
    out.clip[0] = instance.position.x;
    out.clip[vertex % 2u] = 1.0;
    return out;
}

struct Seen {
    @builtin(position) place: vec4f,
    @builtin(front_facing) is_front: bool,
    @builtin(sample_index) sample: u32,
    @builtin(sample_mask) mask: u32,
    @location(0) @interpolate(perspective, sample) color: vec4f,
    @location(2) @interpolate(flat) kind: u32,
}

struct Drawn { @location(0) color: vec4f, @builtin(frag_depth) depth: f32, @builtin(sample_mask) mask: u32 }

@fragment
fn fragment(seen: Seen) -> Drawn {
    if seen.color.w < 0.0 { discard; }
    let shade = select(0.5, 1.0, seen.is_front);
    return Drawn(seen.color * shade, seen.place.z * 0.5, seen.mask & (seen.sample + seen.kind + 1u));
}

@fragment @early_depth_test(force)
fn early() -> @location(0) vec4f { return vec4f(1.0, 0.0, 0.0, 1.0); }

@fragment
fn plain(@location(0) color: vec4f) -> @location(0) vec4f { return color.bgra; }
