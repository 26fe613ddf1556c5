Texture2D image : register(t0);
SamplerState samp : register(s0);

float SrgbToLinear(float c) {
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

float3 LinearToSrgb(float3 c) {
    float3 low = c * 12.92;
    float3 high = 1.055 * pow(c, 1.0 / 2.4) - 0.055;
    return lerp(high, low, step(c, 0.0031308));
}

float4 main(float4 position : SV_Position, float2 uv : TEXCOORD, float4 tint : COLOR) : SV_Target {
    float4 texel = image.Sample(samp, uv);
    float3 color = float3(SrgbToLinear(texel.r), SrgbToLinear(texel.g), SrgbToLinear(texel.b));
    return float4(LinearToSrgb(color * tint.rgb), texel.a * tint.a);
}
