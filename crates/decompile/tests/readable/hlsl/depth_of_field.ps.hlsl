Texture2D sharp : register(t0);
Texture2D blurred : register(t1);
Texture2D<float> depthMap : register(t2);
SamplerState samp : register(s0);

cbuffer Lens : register(b0) {
    float nearPlane;
    float farPlane;
    float focusDistance;
    float focusRange;
};

float4 main(float4 position : SV_Position, float2 uv : TEXCOORD) : SV_Target {
    float d = depthMap.Sample(samp, uv);
    float z = nearPlane * farPlane / (farPlane - d * (farPlane - nearPlane));
    float blur = saturate(abs(z - focusDistance) / focusRange);
    return lerp(sharp.Sample(samp, uv), blurred.Sample(samp, uv), blur);
}
