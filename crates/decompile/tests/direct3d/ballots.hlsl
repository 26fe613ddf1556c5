RWStructuredBuffer<uint> results : register(u0);

bool ballot_bit(uint4 lanes, uint lane)
{
    return ((lanes[lane >> 5u] >> (lane & 31u)) & 1u) != 0u;
}

uint ballot_bit_count(uint4 lanes, uint limit)
{
    uint4 count = uint4(clamp(int(limit) - int4(0, 32, 64, 96), 0, 32));
    uint4 half_count = count >> 1u;
    uint4 bits = countbits(lanes & ~((0xffffffffu << half_count) << (count - half_count)));
    return bits.x + bits.y + bits.z + bits.w;
}

uint ballot_first_bit_high(uint4 lanes)
{
    for (uint i = 4u; i > 0u; i--) {
        if (lanes[i - 1u] != 0u) {
            return firstbithigh(lanes[i - 1u]) + 32u * (i - 1u);
        }
    }
    return 0xffffffffu;
}

uint ballot_first_bit_low(uint4 lanes)
{
    for (uint i = 0u; i < 4u; i++) {
        if (lanes[i] != 0u) {
            return firstbitlow(lanes[i]) + 32u * i;
        }
    }
    return 0xffffffffu;
}

[numthreads(64, 1, 1)]
void main(uint3 dispatchThreadID : SV_DispatchThreadID)
{
    uint i = dispatchThreadID.x;
    bool vote = i % 3u == 0u;
    results[8u * i] = WaveActiveCountBits(vote);
    results[8u * i + 1u] = WavePrefixCountBits(vote);
    uint4 lanes = WaveActiveBallot(i % 5u == 0u);
    results[8u * i + 2u] = ballot_bit_count(lanes, WaveGetLaneCount());
    results[8u * i + 3u] = ballot_bit_count(lanes, WaveGetLaneIndex() + 1u);
    results[8u * i + 4u] = ballot_bit_count(lanes, WaveGetLaneIndex());
    results[8u * i + 5u] = ballot_first_bit_low(lanes) + ballot_first_bit_high(lanes);
    results[8u * i + 6u] = ballot_bit(lanes, WaveGetLaneIndex()) ? 1u : 0u;
    results[8u * i + 7u] = ballot_bit(lanes, i & 31u) ? 1u : 0u;
}
