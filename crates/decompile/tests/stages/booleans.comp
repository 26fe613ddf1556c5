#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) buffer Data {
    uint result[];
};

void main()
{
    bool odd = (gl_GlobalInvocationID.x & 1u) != 0u;
    bool all_ = subgroupAnd(odd);
    bool any_ = subgroupOr(odd);
    bool parity = subgroupXor(odd);
    result[gl_GlobalInvocationID.x] = (all_ ? 1u : 0u) + (any_ ? 2u : 0u) + (parity ? 4u : 0u);
}
