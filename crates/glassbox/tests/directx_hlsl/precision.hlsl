// Inputs and outputs of minimum precision, used and not. Compiled with `-T vs_6_0`.
struct Input {
    min16float3 color : COLOR;
    float2 place : PLACE;
    min16int4 unused : UNUSED;
    min16uint kind : KIND;
};
struct Output {
    float4 position : SV_Position;
    min16float3 color : COLOR;
    float shade : SHADE;
    nointerpolation min16uint2 kind : KIND;
};

Output main(Input input)
{
    Output output;
    output.position = float4(input.place, asfloat(asuint(float(input.color.x)) ^ 1u), 1.0);
    output.color = input.color * min16float(2.0);
    output.shade = input.place.x;
    output.kind = input.kind + 1;
    return output;
}
