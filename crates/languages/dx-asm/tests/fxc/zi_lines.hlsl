// ps_5_0 -Zi: lines of several files.
#include "zi_lines.h"
Texture2D t; SamplerState s;
float4 main(float4 p : SV_Position, float2 uv : UV, nointerpolation uint k : K) : SV_Target
{
    float4 c = t.Sample(s, uv);
    if (k > 3)
    {
        c = sq(c);
        clip(c.x - 4);
    }
#line 100 "other.hlsl"
    c.x += p.x;
    return c;
}
