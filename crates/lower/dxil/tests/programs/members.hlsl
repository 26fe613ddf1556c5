// Members of constant buffers: vectors beside each other, matrices, arrays with an index, structures, one in the last register of another.
struct Light {
    float3 position;
    float range;
    float4x4 shadow;
};
struct Small {
    float2 scale;
};
cbuffer Frame : register(b1) {
    float4 tint;
    float2 offset;
    int count;
    bool enabled;
    Light lights[4];
    row_major float3x2 warp;
    Small small;
    float last;
};
struct Draw {
    uint index;
    float weights[6];
};
ConstantBuffer<Draw> draws[3] : register(b2);

float4 main(float3 at : POSITION, nointerpolation uint which : WHICH) : SV_Target {
    float4 sum = tint;
    for (int i = 0; i < count; i++) {
        float3 away = lights[i].position - at;
        sum += mul(lights[i].shadow, float4(away, lights[i].range));
    }
    if (enabled) {
        sum.xy += offset + mul(at, warp) * small.scale;
    }
    return sum * last * draws[1].weights[which] + draws[which].index;
}
