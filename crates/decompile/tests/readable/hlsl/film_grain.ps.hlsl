Texture2D image : register(t0);
SamplerState samp : register(s0);

cbuffer Film : register(b0) {
    uint frame;
    float strength;
    float2 vignette;
};

uint Pcg(uint v) {
    uint state = v * 747796405u + 2891336453u;
    uint word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
    return (word >> 22) ^ word;
}

float Random(uint2 pixel) {
    return Pcg(pixel.x + Pcg(pixel.y + Pcg(frame))) / 4294967295.0;
}

float4 main(float4 position : SV_Position, float2 uv : TEXCOORD) : SV_Target {
    float3 color = image.Sample(samp, uv).rgb;
    color += (Random(uint2(position.xy)) - 0.5) * strength;
    float2 d = uv - 0.5;
    color *= smoothstep(vignette.x, vignette.y, length(d));
    return float4(color, 1.0);
}
