#version 450
layout(local_size_x = 32) in;
struct Light { vec3 direction; float power; vec2 spread; };
layout(std140, binding = 0) uniform Scene {
    layout(row_major) mat3 frame;
    mat2 turn;
    float weights[3];
    vec2 offsets[2];
    Light lights[2];
    vec3 tail;
    float last;
} scene;
layout(std430, binding = 1) readonly buffer Points { vec4 points[]; };
layout(std430, binding = 2) buffer Result { uint count; uint flags; vec3 values[]; } result;
shared float sums[32];
vec3 turned(vec3 v, uint i) { return scene.frame * v + scene.lights[i & 1u].direction * scene.weights[i % 3u]; }
void add(uint i, vec3 v) { sums[i] = v.x; result.values[i] = v; }
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(points.length())) return;
    vec3 v = turned(points[i].xyz, i);
    v.xy += scene.turn * scene.offsets[1] + scene.lights[0].spread;
    Light light = scene.lights[1];
    v *= light.power * scene.last;
    add(i & 31u, v + scene.tail);
    barrier();
    result.values[i].y = sums[(i + 1u) & 31u] + scene.frame[1][2];
    uint old = atomicCompSwap(result.count, 3u, i);
    atomicMax(result.flags, old + uint(result.values.length()));
}
