// hs_5_0 -Zi: no phase of control points.
struct P { float3 pos : POS; };
struct C { float e[4] : SV_TessFactor; float i[2] : SV_InsideTessFactor; };
C patch(InputPatch<P, 4> p) { C c; [unroll] for (int k = 0; k < 4; k++) c.e[k] = p[k].pos.x * k; c.i[0] = c.e[0]; c.i[1] = 3; return c; }
[domain("quad")] [partitioning("fractional_odd")] [outputtopology("triangle_ccw")] [outputcontrolpoints(4)] [patchconstantfunc("patch")]
P main(InputPatch<P, 4> p, uint i : SV_OutputControlPointID, uint pid : SV_PrimitiveID) { return p[i]; }
