#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint values[]; } data;
layout(r32ui, binding = 1) uniform uimage2D picture;
layout(binding = 2) uniform usampler2DArray layers;
void main() {
    uint i = gl_LocalInvocationIndex;
    uint sum = subgroupAdd(data.values[i]) + subgroupExclusiveAdd(i);
    uvec4 mask = subgroupBallot(sum > 4u);
    sum += subgroupShuffleXor(sum, 1u) + subgroupMax(sum) + mask.x;
    if (subgroupElect()) data.values[0] = sum;
    ivec2 place = ivec2(gl_WorkGroupID.xy);
    uint texel = imageLoad(picture, place).r;
    imageStore(picture, place, uvec4(texel + bitfieldReverse(sum)));
    uint carry;
    uint low = uaddCarry(texel, sum, carry);
    uint high, product;
    umulExtended(low, carry, high, product);
    data.values[i] = texelFetch(layers, ivec3(place, 1), 0).x + high + product;
}
