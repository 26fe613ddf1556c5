#version 450
layout(local_size_x = 8) in;
layout(binding = 0, r32ui) uniform uimage2D counts;
layout(binding = 1, r32i) uniform iimage2DArray layers;
void main() {
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    uint old = imageAtomicAdd(counts, place, 2u);
    old += imageAtomicCompSwap(counts, place + 1, old, 7u);
    int other = imageAtomicCompSwap(layers, ivec3(place, 1), 3, int(old));
    imageAtomicMin(layers, ivec3(place, 0), other);
}
