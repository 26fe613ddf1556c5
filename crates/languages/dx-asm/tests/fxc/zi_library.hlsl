// lib_5_0 -Zi: functions of a library.
export float4 f(float4 a, inout float3 b) { float4 c = a * 2; b = c.xyz + b; return c * b.xyzx; }
export float g(float a) { return a > 3 ? sqrt(a) : a; }
