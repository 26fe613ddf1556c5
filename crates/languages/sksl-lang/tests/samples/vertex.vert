// A vertex program that names no builtin variable.
layout(location = 2) in float4 at;
layout(location = 0) out float2 uv;
flat out int which;
void main() { uv = at.xy / at.w; which = int(at.z); }
