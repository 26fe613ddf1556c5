struct Instance {
    float4x4 world;
    float4 color;
};

StructuredBuffer<Instance> instances : register(t0);

cbuffer Camera : register(b0) {
    float4x4 viewProj;
};

struct Output {
    float4 position : SV_Position;
    float4 color : COLOR;
    float3 normal : NORMAL;
};

Output main(float3 position : POSITION, float3 normal : NORMAL, uint id : SV_InstanceID) {
    Instance instance = instances[id];
    Output o;
    o.position = mul(viewProj, mul(instance.world, float4(position, 1.0)));
    o.normal = mul((float3x3)instance.world, normal);
    o.color = instance.color;
    return o;
}
