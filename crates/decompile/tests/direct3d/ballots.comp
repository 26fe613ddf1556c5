#version 460
#extension GL_KHR_shader_subgroup_ballot : require

layout(local_size_x = 64) in;

layout(std430, binding = 0) buffer Results {
    uint results[];
};

void main()
{
    uint i = gl_GlobalInvocationID.x;
    bool vote = i % 3u == 0u;
    results[8u * i] = subgroupBallotBitCount(subgroupBallot(vote));
    results[8u * i + 1u] = subgroupBallotExclusiveBitCount(subgroupBallot(vote));
    uvec4 lanes = subgroupBallot(i % 5u == 0u);
    results[8u * i + 2u] = subgroupBallotBitCount(lanes);
    results[8u * i + 3u] = subgroupBallotInclusiveBitCount(lanes);
    results[8u * i + 4u] = subgroupBallotExclusiveBitCount(lanes);
    results[8u * i + 5u] = subgroupBallotFindLSB(lanes) + subgroupBallotFindMSB(lanes);
    results[8u * i + 6u] = subgroupInverseBallot(lanes) ? 1u : 0u;
    results[8u * i + 7u] = subgroupBallotBitExtract(lanes, i & 31u) ? 1u : 0u;
}
