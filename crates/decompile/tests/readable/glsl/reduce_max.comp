#version 450

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Input {
    float values[];
};
layout(std430, binding = 1) writeonly buffer Output {
    float maxima[];
};

shared float cache[256];

void main() {
    uint lane = gl_LocalInvocationIndex;
    uint index = gl_GlobalInvocationID.x;
    float best = -3.402823e38;
    while (index < uint(values.length())) {
        best = max(best, values[index]);
        index += gl_NumWorkGroups.x * 256u;
    }
    cache[lane] = best;
    barrier();
    for (uint stride = 128u; stride > 0u; stride /= 2u) {
        if (lane < stride) {
            cache[lane] = max(cache[lane], cache[lane + stride]);
        }
        barrier();
    }
    if (lane == 0u) {
        maxima[gl_WorkGroupID.x] = cache[0];
    }
}
