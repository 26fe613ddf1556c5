Texture2D image : register(t0);
SamplerState samp : register(s0);

cbuffer Grade : register(b0) {
    float hue;
    float saturation;
    float brightness;
    float contrast;
};

float3 RgbToHsv(float3 c) {
    float v = max(c.r, max(c.g, c.b));
    float delta = v - min(c.r, min(c.g, c.b));
    float h = 0.0;
    if (delta > 0.0) {
        if (v == c.r) {
            h = (c.g - c.b) / delta;
        } else if (v == c.g) {
            h = 2.0 + (c.b - c.r) / delta;
        } else {
            h = 4.0 + (c.r - c.g) / delta;
        }
        h = frac(h / 6.0);
    }
    return float3(h, v > 0.0 ? delta / v : 0.0, v);
}

float3 HsvToRgb(float3 c) {
    float h = c.x * 6.0;
    float f = frac(h);
    float p = c.z * (1.0 - c.y);
    float q = c.z * (1.0 - c.y * f);
    float t = c.z * (1.0 - c.y * (1.0 - f));
    switch ((int)h) {
    case 0: return float3(c.z, t, p);
    case 1: return float3(q, c.z, p);
    case 2: return float3(p, c.z, t);
    case 3: return float3(p, q, c.z);
    case 4: return float3(t, p, c.z);
    default: return float3(c.z, p, q);
    }
}

float4 main(float4 position : SV_Position, float2 uv : TEXCOORD) : SV_Target {
    float4 texel = image.Sample(samp, uv);
    float3 hsv = RgbToHsv(texel.rgb);
    hsv.x = frac(hsv.x + hue);
    hsv.y = saturate(hsv.y * saturation);
    float3 rgb = HsvToRgb(hsv) * brightness;
    return float4((rgb - 0.5) * contrast + 0.5, texel.a);
}
