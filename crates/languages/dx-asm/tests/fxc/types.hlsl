// ps_5_0: types of minimum precision, values that the hardware makes, views of all kinds.
struct Inner
{
    min16float x;
    float y[2];
};
cbuffer Types
{
    min16float a;
    min16float4 b[3];
    min16int2 c;
    min16uint d;
    min10float e;
    min12int f;
    float g;
    min16float2x2 h;
    row_major min16float3x2 i;
    bool j;
    Inner k;
}
StructuredBuffer<min16float2> records;
Texture2DMSArray<int3> samples;

struct Input
{
    float4 position : SV_Position;
    nointerpolation uint index : INDEX;
    linear sample float spread : SPREAD;
    min16float half : HALF;
    bool front : SV_IsFrontFace;
    uint number : SV_SampleIndex;
};
struct Output
{
    min16float4 color : SV_Target0;
    float4 wide : SV_Target1;
    float depth : SV_DepthGreaterEqual;
};
Output main(Input v)
{
    Output o;
    o.color = (v.half * b[v.index] + a) * (min16float)1.5;
    o.color.x += (min16float)c.x + (min16float)(d * v.index) + e;
    o.wide = g + v.spread + f + h[0].xyxy + v.index + (j ? k.y[1] : -0.0) + k.x;
    o.wide += records[0].xyxy + samples.Load(int3(1, 2, 3), v.number).xyzz;
    o.depth = v.front ? v.position.z : -0.0;
    return o;
}
