// Every statement: switches, loops with continuing blocks, early returns, discard, depth.
struct Root {
    mode: u32,
    limit: i32,
    threshold: f32,
}

@group(3) @binding(0) var<uniform> root: Root;

var<private> calls: u32 = 0u;

@vertex
fn vertex(@location(0) at: vec4<f32>, @location(1) kind: i32) -> @builtin(position) vec4<f32> {
    switch kind {
        case 0: { return at; }
        case 1, 2: { return at.yxzw; }
        default: {
            loop {
                if (calls > 3u) { break; }
                continuing { calls += 1u; }
            }
        }
    }
    return at + vec4(f32(calls));
}

struct Output {
    @location(0) color: vec4<f32>,
    @builtin(frag_depth) depth: f32,
}

fn collatz(start: i32) -> i32 {
    var value = start;
    var steps = 0;
    while (value != 1 && steps < root.limit) {
        if (value % 2 == 0) { value /= 2; } else { value = 3 * value + 1; }
        steps++;
    }
    return steps;
}

@fragment
fn fragment(@builtin(position) place: vec4<f32>, @builtin(front_facing) front: bool) -> Output {
    if (place.z < root.threshold) { discard; }
    var output = Output(vec4(0.0), 0.5);
    switch root.mode {
        case 0u: { output.color = vec4(f32(collatz(i32(place.x)))); }
        case 1u: { output.color.r = select(0.0, 1.0, front); }
        default: { output.depth = place.z; }
    }
    return output;
}
