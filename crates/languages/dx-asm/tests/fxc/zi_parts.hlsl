// ps_5_0 -Zi: matrices, bases, arrays, doubles, minimum precisions.
struct One { float a; }; struct Deep { One o[2]; float1 f; row_major float2x3 m; float2x3 c; int i[2][3]; };
struct Base { float2 b; }; struct Derived : Base { float d; double2 dd; };
cbuffer C { Deep deep; Derived der; int k; };
float4 body(Deep d, Derived e, One o, float1 g) { 
  d.m[1] += 1; e.b += d.c[1].xy; o.a = g * 2 + d.i[k][1]; 
  return float4(d.o[1].a + d.m._m12 + d.c._m01, e.b, o.a * e.dd.y + d.f) * e.d * d.i[1][2]; }
float4 main(One o : A, float1 g : B, row_major float2x3 mm : M, float2x3 cc : N, float arr[3] : R, min16float h : H, min16float2 hh : HH) : SV_Target {
  Deep d = deep; Derived e = der; float x[4] = {1, 2, 3, g}; float2 y[3] = { g.xx, 1, 3, 4, 5}; float z[2] = {o.a, g};
  min16float q = h * 2; min16float2 r = hh + q;
  float4 res = body(d, e, o, g) + mm._m01 + cc._m10 + arr[1] + q + r.xyxy;
  e.dd = res.xy; d.m = mm * cc; d.c = cc / 2; d.f = cc._m11; d.i[1][1] = res.x; d.o[1].a = res.y * 3;
  res += body(d, e, o, g);
  return res + x[k] + y[k+1].xyxy + z[k];
}
