// Inputs and outputs of 16 bits, used and not. Compiled with `-T vs_6_2 -enable-16bit-types`.
struct Input {
    float16_t3 color : COLOR;
    float2 place : PLACE;
    int16_t4 unused : UNUSED;
    uint16_t kind : KIND;
};
struct Output {
    float4 position : SV_Position;
    float16_t3 color : COLOR;
    float shade : SHADE;
    nointerpolation uint16_t2 kind : KIND;
};

Output main(Input input)
{
    Output output;
    output.position = float4(input.place, asfloat(asuint(float(input.color.x)) ^ 1u), 1.0);
    output.color = input.color * float16_t(2.0);
    output.shade = input.place.x;
    output.kind = input.kind + 1;
    return output;
}
