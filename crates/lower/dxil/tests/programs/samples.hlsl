// dxc -T ps_6_0 -E main -Qstrip_debug
Texture2DMS<float4> picture : register(t0);

float4 main(nointerpolation uint index : INDEX) : SV_Target
{
    float2 of_target = GetRenderTargetSamplePosition(index);
    float2 of_picture = picture.GetSamplePosition(index);
    return float4(of_target + of_picture, GetRenderTargetSampleCount(), 1);
}
