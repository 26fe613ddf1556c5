// ps_4_0_level_9_3: code for older hardware, and how its constants are fed.
sampler2D flat : register(s1);
samplerCUBE round;
float4 scale = 0.5;
float power;
bool flag;
int count;

float4 main(float2 uv : TEXCOORD0, float4 color : COLOR0, float f : TEXCOORD3) : COLOR
{
    float4 r = tex2D(flat, uv) * scale + texCUBE(round, color.xyz);
    r = lerp(r, color, 0.123456789);
    clip(r.w - 0.5);
    return f * pow(r, power) + rsqrt(r.x) + (flag ? -0.0 : 1e-10);
}
