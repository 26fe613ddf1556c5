Texture2D<float> depthMap : register(t0);
Texture2D normalMap : register(t1);
Texture2D randomMap : register(t2);
SamplerState pointClamp : register(s0);
SamplerState pointWrap : register(s1);

cbuffer Ssao : register(b0) {
    float4x4 projection;
    float4x4 inverseProjection;
    float4 offsets[14];
    float2 noiseScale;
    float radius;
    float fadeEnd;
};

float3 ViewPosition(float2 uv) {
    float depth = depthMap.SampleLevel(pointClamp, uv, 0);
    float4 clip = float4(uv.x * 2.0 - 1.0, 1.0 - uv.y * 2.0, depth, 1.0);
    float4 view = mul(inverseProjection, clip);
    return view.xyz / view.w;
}

float main(float4 position : SV_Position, float2 uv : TEXCOORD) : SV_Target {
    float3 n = normalize(normalMap.SampleLevel(pointClamp, uv, 0).xyz);
    float3 p = ViewPosition(uv);
    float3 random = randomMap.SampleLevel(pointWrap, uv * noiseScale, 0).xyz * 2.0 - 1.0;
    float occlusion = 0.0;
    [unroll]
    for (int i = 0; i < 14; i++) {
        float3 offset = reflect(offsets[i].xyz, random);
        float flip = sign(dot(offset, n));
        float3 q = p + flip * radius * offset;
        float4 projected = mul(projection, float4(q, 1.0));
        projected /= projected.w;
        float3 r = ViewPosition(projected.xy * float2(0.5, -0.5) + 0.5);
        float distZ = p.z - r.z;
        float dp = max(dot(n, normalize(r - p)), 0.0);
        occlusion += distZ > 0.01 ? dp * saturate((fadeEnd - distZ) / fadeEnd) : 0.0;
    }
    return saturate(1.0 - occlusion / 14.0);
}
