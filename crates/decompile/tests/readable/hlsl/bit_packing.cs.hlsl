StructuredBuffer<float4> input : register(t0);
RWStructuredBuffer<uint4> output : register(u0);

uint PackUnorm4x8(float4 v) {
    uint4 u = uint4(round(saturate(v) * 255.0));
    return u.x | (u.y << 8) | (u.z << 16) | (u.w << 24);
}

float4 UnpackUnorm4x8(uint p) {
    return float4(p & 255, (p >> 8) & 255, (p >> 16) & 255, p >> 24) / 255.0;
}

uint MortonPart(uint x) {
    x &= 0x0000ffff;
    x = (x ^ (x << 8)) & 0x00ff00ff;
    x = (x ^ (x << 4)) & 0x0f0f0f0f;
    x = (x ^ (x << 2)) & 0x33333333;
    x = (x ^ (x << 1)) & 0x55555555;
    return x;
}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    float4 v = input[id.x];
    uint packed = PackUnorm4x8(v);
    float4 error = v - UnpackUnorm4x8(packed);
    uint halves = f32tof16(v.x) | (f32tof16(v.y) << 16);
    uint morton = MortonPart(id.x) | (MortonPart(id.x >> 16) << 1);
    output[id.x] = uint4(packed, halves, morton, asuint(dot(error, error)));
}
