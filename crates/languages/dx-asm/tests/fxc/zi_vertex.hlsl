// vs_5_0 -Zi -Od: members of structures in registers, an inlined function.
struct Input { float4 pos : POSITION; float3 normal : NORMAL; float2 uv[2] : TEXCOORD; };
struct Output { float4 pos : SV_Position; float3 color : COLOR; float2 uv : TEXCOORD0; };
cbuffer C { float4x4 m; float3 light; int count; };
float3 shade(float3 n, float3 l) {
    float d = dot(n, l);
    return d > 0 ? d.xxx : float3(0, 0, 1);
}
Output main(Input input, uint id : SV_VertexID) {
    Output o;
    o.pos = mul(input.pos, m);
    float3 total = 0;
    for (int i = 0; i < count; i++) {
        total += shade(input.normal, light * i);
    }
    o.color = total;
    o.uv = input.uv[0] + input.uv[1] * id;
    return o;
}
