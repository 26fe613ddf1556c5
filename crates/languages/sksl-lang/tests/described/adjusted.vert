// `sk_RTAdjust` has the position adjusted at the end of main.
uniform float4 sk_RTAdjust;
in float2 at;
out float2 to;
void helper() { sk_PointSize = 2; return; }
void main() {
    to = at;
    helper();
    sk_Position = float4(at, float(sk_VertexID + sk_InstanceID), 1);
}
