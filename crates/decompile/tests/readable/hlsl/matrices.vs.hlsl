cbuffer Transform : register(b0) {
    float4x4 projection;
    float3 translation;
    float scale;
    float4 rotation;
};

struct Output {
    float4 position : SV_Position;
    float3 normal : NORMAL;
};

float3x3 QuaternionToMatrix(float4 q) {
    float3 d = q.xyz * q.xyz;
    float xy = q.x * q.y;
    float xz = q.x * q.z;
    float yz = q.y * q.z;
    float3 w = q.w * q.xyz;
    return float3x3(
        1.0 - 2.0 * (d.y + d.z), 2.0 * (xy - w.z), 2.0 * (xz + w.y),
        2.0 * (xy + w.z), 1.0 - 2.0 * (d.x + d.z), 2.0 * (yz - w.x),
        2.0 * (xz - w.y), 2.0 * (yz + w.x), 1.0 - 2.0 * (d.x + d.y));
}

Output main(float3 position : POSITION, float3 normal : NORMAL) {
    float3x3 m = QuaternionToMatrix(rotation);
    float3 world = mul(m, position * scale) + translation;
    Output o;
    o.position = mul(projection, float4(world, 1.0));
    o.normal = mul(m, normal) * sign(determinant(m));
    return o;
}
