cbuffer Tess : register(b0) {
    float3 eye;
    float minDistance;
    float maxDistance;
};

struct ControlPoint {
    float3 position : POSITION;
    float3 normal : NORMAL;
};

struct PatchConstants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
};

float Factor(float3 p) {
    float d = distance(p, eye);
    float t = saturate((d - minDistance) / (maxDistance - minDistance));
    return lerp(64.0, 1.0, t);
}

PatchConstants PatchMain(InputPatch<ControlPoint, 3> patch) {
    PatchConstants o;
    o.edges[0] = Factor((patch[1].position + patch[2].position) * 0.5);
    o.edges[1] = Factor((patch[2].position + patch[0].position) * 0.5);
    o.edges[2] = Factor((patch[0].position + patch[1].position) * 0.5);
    o.inside = (o.edges[0] + o.edges[1] + o.edges[2]) / 3.0;
    return o;
}

[domain("tri")]
[partitioning("fractional_odd")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("PatchMain")]
ControlPoint main(InputPatch<ControlPoint, 3> patch, uint id : SV_OutputControlPointID) {
    return patch[id];
}
