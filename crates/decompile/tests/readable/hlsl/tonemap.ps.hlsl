Texture2D hdr : register(t0);
Texture2D<float> averageLuminance : register(t1);
SamplerState samp : register(s0);

cbuffer Tonemap : register(b0) {
    float whitePoint;
    float key;
    uint curve;
};

float3 ACESFilm(float3 x) {
    return saturate((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14));
}

float3 Uncharted2(float3 x) {
    const float A = 0.15, B = 0.50, C = 0.10, D = 0.20, E = 0.02, F = 0.30;
    return ((x * (A * x + C * B) + D * E) / (x * (A * x + B) + D * F)) - E / F;
}

float3 Reinhard(float3 x) {
    float luma = dot(x, float3(0.2126, 0.7152, 0.0722));
    float mapped = luma * (1.0 + luma / (whitePoint * whitePoint)) / (1.0 + luma);
    return x * (mapped / luma);
}

float4 main(float4 position : SV_Position, float2 uv : TEXCOORD) : SV_Target {
    float3 color = hdr.Sample(samp, uv).rgb;
    float average = averageLuminance.Load(int3(0, 0, 0));
    color *= key / max(average, 0.0001);
    switch (curve) {
    case 0:
        color = ACESFilm(color);
        break;
    case 1:
        color = Uncharted2(color * 2.0) / Uncharted2(whitePoint);
        break;
    default:
        color = Reinhard(color);
        break;
    }
    return float4(pow(color, 1.0 / 2.2), 1.0);
}
