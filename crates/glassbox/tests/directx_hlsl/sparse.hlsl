// Reads that also say whether their texels are resident. Compiled with `-T ps_6_0`.
Texture1D<float> line0 : register(t0);
Texture2D<float4> plain : register(t1);
Texture2DArray<float4> layers : register(t2);
Texture3D<float4> volume : register(t3);
TextureCube<float4> cube : register(t4);
TextureCubeArray<float4> cubes : register(t5);
Texture2DMS<float4> samples : register(t6);
Buffer<uint4> texels : register(t7);
Texture2D<float> shadow : register(t8);
RWTexture2D<float4> image : register(u1);
SamplerState linearly : register(s0);
SamplerComparisonState compared : register(s1);

float4 main(float4 place : PLACE, nointerpolation uint4 at : AT) : SV_Target
{
    float4 sum = 0.0;
    uint status;
    sum.x += line0.Sample(linearly, place.x, 1, 0.0, status);
    bool all = CheckAccessFullyMapped(status);
    sum += plain.Sample(linearly, place.xy, int2(0, 0), 0.5, status);
    all = all && CheckAccessFullyMapped(status);
    sum += plain.SampleBias(linearly, place.xy, 0.25, int2(1, 2), 0.0, status);
    all = all && CheckAccessFullyMapped(status);
    sum += layers.SampleLevel(linearly, place.xyz, 2.0, int2(0, 0), status);
    all = all && CheckAccessFullyMapped(status);
    sum += volume.SampleGrad(linearly, place.xyz, place.yzw, place.zwx, int3(1, 0, 0), 0.0, status);
    all = all && CheckAccessFullyMapped(status);
    sum += cube.Sample(linearly, place.xyz, 0.0, status);
    all = all && CheckAccessFullyMapped(status);
    sum += cubes.SampleLevel(linearly, place, 1.0, status);
    all = all && CheckAccessFullyMapped(status);
    sum.x += shadow.SampleCmp(compared, place.xy, place.z, int2(0, 0), 0.0, status);
    all = all && CheckAccessFullyMapped(status);
    sum.y += shadow.SampleCmpLevelZero(compared, place.xy, place.z, int2(1, 1), status);
    all = all && CheckAccessFullyMapped(status);
    sum += plain.GatherGreen(linearly, place.xy, int2(0, 0), status);
    all = all && CheckAccessFullyMapped(status);
    sum += shadow.GatherCmp(compared, place.xy, place.z, int2(0, 0), status);
    all = all && CheckAccessFullyMapped(status);
    sum += plain.Load(int3(at.xy, at.z), int2(0, 0), status);
    all = all && CheckAccessFullyMapped(status);
    sum += samples.Load(at.xy, at.z, int2(0, 0), status);
    all = all && CheckAccessFullyMapped(status);
    sum += float4(texels.Load(at.x, status));
    all = all && CheckAccessFullyMapped(status);
    sum += image.Load(at.xy, status);
    all = all && CheckAccessFullyMapped(status);
    // Nothing of the texel is used.
    plain.SampleLevel(linearly, place.zw, 0.0, int2(0, 0), status);
    return all && CheckAccessFullyMapped(status) ? sum : -sum;
}
