#version 450
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_ARB_shader_group_vote : require
layout(local_size_x = 32) in;
layout(constant_id = 0) const int COUNT = 3;
layout(std430, binding = 0) readonly buffer Firsts { vec4 first[COUNT * 2]; };
layout(std430, binding = 1) buffer Data { uint data[]; };
shared float sums[COUNT + 1];
void main() {
    uint i = gl_LocalInvocationIndex;
    sums[i % 4u] = first[i].x;
    barrier();
    bool same = subgroupAllEqual(sums[1]) && subgroupAllEqual(first[1].xyz) && subgroupAllEqual(i > 3u);
    data[i] = subgroupQuadSwapDiagonal(data[i]) + subgroupQuadSwapHorizontal(i);
    if (same || allInvocationsARB(i > 1u)) data[1] = 0u;
}
