struct Params {
    view_proj: mat4x4f,
    waves: array<vec4f, 4>,
    time: f32,
    amplitude: f32,
}

@group(0) @binding(0) var<uniform> params: Params;

struct VertexOutput {
    @builtin(position) clip: vec4f,
    @location(0) normal: vec3f,
    @location(1) world: vec3f,
}

@vertex
fn vs_main(@location(0) grid: vec2f) -> VertexOutput {
    var p = vec3f(grid.x, 0.0, grid.y);
    var slope = vec2f(0.0);
    for (var i = 0; i < 4; i++) {
        let wave = params.waves[i];
        let phase = dot(wave.xy, grid) * wave.z + params.time * wave.w;
        p.y += sin(phase) * params.amplitude;
        slope += wave.xy * wave.z * cos(phase) * params.amplitude;
    }
    var out: VertexOutput;
    out.world = p;
    out.normal = normalize(vec3f(-slope.x, 1.0, -slope.y));
    out.clip = params.view_proj * vec4f(p, 1.0);
    return out;
}
