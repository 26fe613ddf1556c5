// hs_5_0 -Zi: phases.
struct P { float3 pos : POS; float2 a : A; float2 b : B; };
struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float3 extra : EXTRA; };
C patch(InputPatch<P, 3> p, OutputPatch<P,3> q, uint id : SV_PrimitiveID) {
    C c;
    float l = length(p[0].pos - p[1].pos);
    c.e[0] = l; c.e[1] = l * 2; c.e[2] = q[0].a.x * id;
    c.i = l + 1;
    c.extra = p[2].pos;
    return c;
}
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("patch")]
P main(InputPatch<P, 3> p, uint i : SV_OutputControlPointID) {
    P r = p[i];
    r.pos *= 2;
    return r;
}
