#version 450

layout(local_size_x = 512) in;
layout(std430, binding = 0) buffer Keys {
    uint keys[];
};

shared uint sorted[1024];

void compareSwap(uint a, uint b) {
    if (sorted[a] > sorted[b]) {
        uint t = sorted[a];
        sorted[a] = sorted[b];
        sorted[b] = t;
    }
}

void main() {
    uint t = gl_LocalInvocationID.x;
    uint base = gl_WorkGroupID.x * 1024u;
    sorted[t] = keys[base + t];
    sorted[t + 512u] = keys[base + t + 512u];
    barrier();
    for (uint h = 2u; h <= 1024u; h <<= 1) {
        uint q = ((2u * t) / h) * h;
        uint half_h = h / 2u;
        uint i = t % half_h;
        compareSwap(q + i, q + h - 1u - i);
        barrier();
        for (uint hh = half_h; hh > 1u; hh >>= 1) {
            uint s = ((2u * t) / hh) * hh;
            uint j = t % (hh / 2u);
            compareSwap(s + j, s + hh / 2u + j);
            barrier();
        }
    }
    keys[base + t] = sorted[t];
    keys[base + t + 512u] = sorted[t + 512u];
}
