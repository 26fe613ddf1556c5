cbuffer Probe : register(b0) {
    float4 coefficients[9];
    float3 boxMin;
    float3 boxMax;
    float3 probePosition;
};

TextureCube probe : register(t0);
SamplerState samp : register(s0);

struct Input {
    float4 position : SV_Position;
    float3 worldPos : TEXCOORD0;
    float3 normal : TEXCOORD1;
    float3 view : TEXCOORD2;
};

float3 Irradiance(float3 n) {
    return max(coefficients[0].rgb
        + coefficients[1].rgb * n.y
        + coefficients[2].rgb * n.z
        + coefficients[3].rgb * n.x
        + coefficients[4].rgb * (n.x * n.y)
        + coefficients[5].rgb * (n.y * n.z)
        + coefficients[6].rgb * (3.0 * n.z * n.z - 1.0)
        + coefficients[7].rgb * (n.z * n.x)
        + coefficients[8].rgb * (n.x * n.x - n.y * n.y), 0.0);
}

float3 BoxProject(float3 worldPos, float3 dir) {
    float3 first = (boxMax - worldPos) / dir;
    float3 second = (boxMin - worldPos) / dir;
    float3 furthest = max(first, second);
    float dist = min(min(furthest.x, furthest.y), furthest.z);
    return worldPos + dir * dist - probePosition;
}

float4 main(Input input) : SV_Target {
    float3 n = normalize(input.normal);
    float3 r = reflect(-normalize(input.view), n);
    float3 specular = probe.Sample(samp, BoxProject(input.worldPos, r)).rgb;
    return float4(Irradiance(n) * 0.8 + specular * 0.2, 1.0);
}
