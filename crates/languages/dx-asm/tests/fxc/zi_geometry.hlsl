// gs_5_0 -Zi: streams.
struct V { float4 p : SV_Position; uint rt : SV_RenderTargetArrayIndex; };
[maxvertexcount(4)] [instance(3)]
void main(lineadj V v[4], uint gi : SV_GSInstanceID, inout PointStream<V> s, inout PointStream<V> s2) { V o; o.p = v[gi].p; o.rt = gi; s.Append(o); o.p = v[1].p; s2.Append(o); }
