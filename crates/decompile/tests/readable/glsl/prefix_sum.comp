#version 450

layout(local_size_x = 128) in;

layout(std430, binding = 0) buffer Data {
    uint data[];
};
layout(std430, binding = 1) writeonly buffer Sums {
    uint sums[];
};

shared uint temp[256];

void main() {
    uint tid = gl_LocalInvocationID.x;
    uint base = gl_WorkGroupID.x * 256u;
    temp[2u * tid] = data[base + 2u * tid];
    temp[2u * tid + 1u] = data[base + 2u * tid + 1u];
    uint offset = 1u;
    for (uint d = 128u; d > 0u; d >>= 1) {
        barrier();
        if (tid < d) {
            uint ai = offset * (2u * tid + 1u) - 1u;
            uint bi = offset * (2u * tid + 2u) - 1u;
            temp[bi] += temp[ai];
        }
        offset *= 2u;
    }
    if (tid == 0u) {
        sums[gl_WorkGroupID.x] = temp[255];
        temp[255] = 0u;
    }
    for (uint d = 1u; d < 256u; d *= 2u) {
        offset >>= 1;
        barrier();
        if (tid < d) {
            uint ai = offset * (2u * tid + 1u) - 1u;
            uint bi = offset * (2u * tid + 2u) - 1u;
            uint t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    barrier();
    data[base + 2u * tid] = temp[2u * tid];
    data[base + 2u * tid + 1u] = temp[2u * tid + 1u];
}
