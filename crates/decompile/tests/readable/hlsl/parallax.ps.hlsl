Texture2D colorMap : register(t0);
Texture2D heightMap : register(t1);
SamplerState samp : register(s0);

cbuffer Relief : register(b0) {
    float depthScale;
    int minSteps;
    int maxSteps;
};

struct Input {
    float4 position : SV_Position;
    float2 uv : TEXCOORD0;
    float3 tangentView : TEXCOORD1;
};

float4 main(Input input) : SV_Target {
    float3 view = normalize(input.tangentView);
    int steps = (int)lerp(maxSteps, minSteps, view.z);
    float stepHeight = 1.0 / steps;
    float2 delta = view.xy / view.z * depthScale * stepHeight;
    float2 dx = ddx(input.uv);
    float2 dy = ddy(input.uv);
    float2 uv = input.uv;
    float currentHeight = 1.0;
    float height = heightMap.SampleGrad(samp, uv, dx, dy).r;
    float previousHeight = height;
    int i = 0;
    while (i < steps && height < currentHeight) {
        previousHeight = height;
        currentHeight -= stepHeight;
        uv -= delta;
        height = heightMap.SampleGrad(samp, uv, dx, dy).r;
        i++;
    }
    float after = height - currentHeight;
    float before = currentHeight + stepHeight - previousHeight;
    uv = lerp(uv, uv + delta, after / (after + before));
    return colorMap.SampleGrad(samp, uv, dx, dy);
}
