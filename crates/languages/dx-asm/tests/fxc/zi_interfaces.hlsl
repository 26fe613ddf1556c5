// ps_5_0 -Zi: interfaces, functions inlined in each other.
interface ILight { float3 shade(float3 n); };
class A : ILight { float3 col; float3 shade(float3 n) { return col * n.x; } };
class B : ILight { float3 col; float4 extra; float3 shade(float3 n) { float3 t = col + n; return t * extra.w; } };
A a; B b; ILight li;
struct I { float2 p : P; float2 q : Q; float z : Z; float4 pos : SV_Position; };
struct O { float4 c[2] : SV_Target0; float d : SV_Depth; };
uint4 bits; Texture2D<float4> tx[3]; SamplerState s;
float fun(float v) { if (v > 1) return v * 2; float w = v + 3; return w * w; }
float rec(float v) { return fun(v) + fun(v + 1); }
O main(I i, bool front : SV_IsFrontFace, uint sid : SV_SampleIndex, out float4 extra : SV_Target3) {
    O o;
    float3 n = li.shade(float3(i.p, i.z));
    o.c[0] = float4(n, rec(i.z));
    float4 v[3] = { o.c[0], n.xyzz, i.q.xyxy };
    o.c[1] = v[bits.x];
    half h = n.x; int2 k = asint(n.xy) + (int)bits.y;
    uint4 w = bits + k.xyxy; 
    o.c[1] += w + h;
    o.d = front ? i.z : sid;
    extra = tx[1].Sample(s, i.q, int2(1, 2)) + tx[2].Load(int3(k, 0));
    return o;
}
