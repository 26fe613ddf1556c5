cbuffer Fog : register(b0) {
    float3 fogColor;
    float density;
    float3 sunColor;
    float heightFalloff;
    float3 sunDirection;
    float start;
    float3 eye;
};

Texture2D scene : register(t0);
SamplerState samp : register(s0);

struct Input {
    float4 position : SV_Position;
    float2 uv : TEXCOORD0;
    float3 worldPos : TEXCOORD1;
};

float3 ApplyFog(float3 color, float3 view, float dist) {
    float3 dir = view / dist;
    float amount = 0.0;
    if (abs(dir.y) > 0.001) {
        amount = density * exp(-eye.y * heightFalloff) * (1.0 - exp(-dist * dir.y * heightFalloff)) / dir.y;
    } else {
        amount = density * dist;
    }
    amount = saturate(amount);
    float sun = pow(saturate(dot(dir, sunDirection)), 8.0);
    return lerp(color, lerp(fogColor, sunColor, sun), amount);
}

float4 main(Input input) : SV_Target {
    float4 color = scene.Sample(samp, input.uv);
    float3 view = input.worldPos - eye;
    float dist = length(view);
    if (dist > start) {
        color.rgb = ApplyFog(color.rgb, view, dist - start);
    }
    return color;
}
