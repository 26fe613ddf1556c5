Texture2D screen : register(t0);
SamplerState linearClamp : register(s0);

cbuffer Fxaa : register(b0) {
    float2 rcpFrame;
    float subpix;
    float threshold;
};

float Luma(float3 rgb) {
    return rgb.g * 1.9632 + rgb.r;
}

float4 main(float4 position : SV_Position, float2 uv : TEXCOORD) : SV_Target {
    float3 rgbM = screen.Sample(linearClamp, uv).rgb;
    float lumaM = Luma(rgbM);
    float lumaN = Luma(screen.Sample(linearClamp, uv, int2(0, -1)).rgb);
    float lumaS = Luma(screen.Sample(linearClamp, uv, int2(0, 1)).rgb);
    float lumaW = Luma(screen.Sample(linearClamp, uv, int2(-1, 0)).rgb);
    float lumaE = Luma(screen.Sample(linearClamp, uv, int2(1, 0)).rgb);
    float rangeMin = min(lumaM, min(min(lumaN, lumaW), min(lumaS, lumaE)));
    float rangeMax = max(lumaM, max(max(lumaN, lumaW), max(lumaS, lumaE)));
    float range = rangeMax - rangeMin;
    if (range < max(0.05, rangeMax * threshold)) {
        return float4(rgbM, 1.0);
    }
    float lumaL = (lumaN + lumaW + lumaE + lumaS) * 0.25;
    float rangeL = abs(lumaL - lumaM);
    float blendL = min(max(0.0, rangeL / range - subpix) * 1.2, 0.75);
    bool horizontal = abs(lumaN + lumaS - 2.0 * lumaM) >= abs(lumaW + lumaE - 2.0 * lumaM);
    float lengthSign = horizontal ? -rcpFrame.y : -rcpFrame.x;
    float2 offset = horizontal ? float2(0.0, lengthSign * blendL) : float2(lengthSign * blendL, 0.0);
    return float4(screen.Sample(linearClamp, uv + offset).rgb, lumaM);
}
