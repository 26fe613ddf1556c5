cbuffer Camera : register(b0) {
    float4x4 viewProj;
};

struct Point {
    float3 position : POSITION;
};

struct Constants {
    float edges[4] : SV_TessFactor;
    float inside[2] : SV_InsideTessFactor;
};

struct Output {
    float4 position : SV_Position;
    float3 normal : NORMAL;
};

float4 Bernstein(float t) {
    float s = 1.0 - t;
    return float4(s * s * s, 3.0 * t * s * s, 3.0 * t * t * s, t * t * t);
}

float4 Derivative(float t) {
    float s = 1.0 - t;
    return float4(-3.0 * s * s, 3.0 * s * s - 6.0 * t * s, 6.0 * t * s - 3.0 * t * t, 3.0 * t * t);
}

float3 Evaluate(const OutputPatch<Point, 16> patch, float4 bu, float4 bv) {
    float3 sum = 0.0;
    for (int i = 0; i < 4; i++) {
        float3 row = patch[i * 4].position * bu.x + patch[i * 4 + 1].position * bu.y
            + patch[i * 4 + 2].position * bu.z + patch[i * 4 + 3].position * bu.w;
        sum += row * bv[i];
    }
    return sum;
}

[domain("quad")]
Output main(Constants constants, float2 uv : SV_DomainLocation, const OutputPatch<Point, 16> patch) {
    float4 bu = Bernstein(uv.x);
    float4 bv = Bernstein(uv.y);
    float3 position = Evaluate(patch, bu, bv);
    float3 du = Evaluate(patch, Derivative(uv.x), bv);
    float3 dv = Evaluate(patch, bu, Derivative(uv.y));
    Output output;
    output.position = mul(viewProj, float4(position, 1.0));
    output.normal = normalize(cross(du, dv));
    return output;
}
