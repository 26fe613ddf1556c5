// hs_5_0: a patch of 16 points whose edges are cut into powers of two.
struct Point
{
    float4 position : POSITION;
};
struct Factors
{
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
};
Factors Measure(InputPatch<Point, 16> patch, uint id : SV_PrimitiveID)
{
    Factors factors;
    factors.edges[0] = factors.edges[1] = factors.edges[2] = patch[3].position.x;
    factors.inside = id;
    return factors;
}
[domain("tri")]
[partitioning("pow2")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(16)]
[patchconstantfunc("Measure")]
[maxtessfactor(3.7)]
Point main(InputPatch<Point, 16> patch, uint i : SV_OutputControlPointID)
{
    Point result;
    result.position = patch[i].position * 0.3333333;
    return result;
}
