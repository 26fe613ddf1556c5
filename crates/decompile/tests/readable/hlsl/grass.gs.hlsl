cbuffer Grass : register(b0) {
    float4x4 viewProj;
    float2 wind;
    float time;
    float bladeHeight;
};

struct Root {
    float3 position : POSITION;
    float angle : ANGLE;
};

struct Vertex {
    float4 position : SV_Position;
    float height : TEXCOORD;
};

[maxvertexcount(8)]
void main(point Root roots[1], inout TriangleStream<Vertex> stream) {
    Root root = roots[0];
    float3 side = float3(cos(root.angle), 0.0, sin(root.angle)) * 0.05;
    for (int i = 0; i < 4; i++) {
        float t = i / 3.0;
        float3 p = root.position + float3(0.0, t * bladeHeight, 0.0);
        p.xz += wind * sin(time + root.position.x) * t * t;
        Vertex v;
        v.height = t;
        v.position = mul(viewProj, float4(p - side * (1.0 - t), 1.0));
        stream.Append(v);
        v.position = mul(viewProj, float4(p + side * (1.0 - t), 1.0));
        stream.Append(v);
    }
    stream.RestartStrip();
}
