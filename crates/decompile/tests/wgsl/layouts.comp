#version 450
layout(local_size_x = 8, local_size_y = 2) in;
layout(local_size_x_id = 0) in;
layout(constant_id = 0) const uint WIDTH = 8;
layout(constant_id = 3) const bool FAST = true;
struct Light { vec3 place; float power; vec2 spread; };
layout(std140, binding = 0) uniform Scene {
    layout(row_major) mat4 view;
    layout(row_major) mat3x4 bones;
    float weights[4];
    Light lights[2];
    layout(offset = 400) vec4 last;
} scene;
layout(std430, binding = 1) buffer Data { uint count; int smallest; vec4 values[]; } data;
layout(std430, binding = 2) readonly buffer Given { mat2 turns[]; } given;
layout(push_constant) uniform Push { vec4 tint; uint first; } push;
layout(binding = 3, rgba8) writeonly uniform image2D target;
shared float partial[64];
shared uint total;
void main() {
    uint i = gl_GlobalInvocationID.x + push.first;
    partial[gl_LocalInvocationIndex] = scene.weights[i & 3u] * scene.lights[1].power;
    if (gl_LocalInvocationIndex == 0) total = 0;
    barrier();
    atomicAdd(total, 1u);
    atomicMin(data.smallest, int(i));
    uint old = atomicCompSwap(data.count, 3u, 4u);
    vec4 v = scene.view * vec4(scene.lights[0].place, 1.0) + scene.view[1] * scene.view[2][3];
    v.xy *= given.turns[i];
    v += scene.last * scene.bones[1].x;
    data.values[i] = FAST ? v : transpose(scene.view) * v;
    if (i < data.values.length()) data.values[i].w = partial[old];
    imageStore(target, ivec2(i, WIDTH), v * push.tint);
}
