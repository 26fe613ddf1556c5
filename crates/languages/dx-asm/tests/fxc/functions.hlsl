// lib_5_0: what functions of libraries take and give.
SamplerState usual;
Texture2D image;

export float4 Mix(float4 a, inout float b, out int c, float3x4 m, row_major float2x2 n, bool k, uint2 u)
{
    b += a.x;
    c = 4;
    return a * b + image.Sample(usual, a.xy) + m[0] + n[0].xyxy + k + u.x;
}
export void Widen(out float3 x, in min16float h) { x = h; }
export float Same(float x : TEXCOORD3) { return x; }
export void Nothing() {}
export min16uint Sum(min16int a, min10float b) { return a + b; }
