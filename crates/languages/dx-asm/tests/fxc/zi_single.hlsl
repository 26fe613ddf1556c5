// ps_5_0 -Zi: registers that there is one of.
struct A { float clip : SV_ClipDistance1; uint pid : SV_PrimitiveID; bool ff : SV_IsFrontFace; uint cov : SV_Coverage; };
void main(A a, out uint oc : SV_Coverage, out float d : SV_DepthGreaterEqual, out float4 c : SV_Target, out float4 c2 : SV_Target1) { oc = a.cov & 3; d = a.clip; c = a.ff ? 1 : a.pid; c2 = c * 2; }
