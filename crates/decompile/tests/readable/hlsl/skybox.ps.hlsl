TextureCube sky : register(t0);
SamplerState samp : register(s0);

float4 main(float4 position : SV_Position, float3 direction : TEXCOORD) : SV_Target {
    return sky.Sample(samp, normalize(direction));
}
