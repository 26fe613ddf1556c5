// Buffers of structures: members where reflection has them and accesses agree, else words. Compiled with `-T cs_6_2 -enable-16bit-types`.
struct Light {
    float3 place;
    float radius;
    float3x2 turn;
    int kind;
    uint flags[4];
    int2x3 whole;
};
struct Small {
    half2 at;
    uint16_t kind;
    uint16_t rest;
    float weight;
};
StructuredBuffer<Light> lights : register(t0);
StructuredBuffer<float4> colors : register(t1);
StructuredBuffer<float3x3> matrices : register(t2);
ByteAddressBuffer raw : register(t3);
RWStructuredBuffer<Small> smalls : register(u0);
RWStructuredBuffer<Light> out_lights : register(u1);
RWStructuredBuffer<double> wide : register(u2);
RWByteAddressBuffer out_raw : register(u3);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Light light = lights[id.x];
    float4 color = colors[id.x + 3];
    light.place = mul(matrices[id.y], light.place) * color.xyz;
    light.flags[id.z & 3] += raw.Load(id.x * 4);
    light.kind = -light.kind;
    light.whole[1].z += light.whole[0].y;
    out_lights[id.x] = light;
    out_lights[id.x + 1].flags[id.y] = lights[id.z].flags[id.y + 1];
    Small small = smalls[id.y];
    small.at *= half(2.0);
    small.kind += small.rest;
    small.weight += light.turn[1].y + float(lights.Load(id.x).kind);
    smalls[id.x] = small;
    wide[id.x] = wide[id.x + 1] * 2.0;
    uint count, stride;
    lights.GetDimensions(count, stride);
    out_raw.Store2(id.x * 8, uint2(count, stride));
}
