RasterizerOrderedStructuredBuffer<uint> counts : register(u1);
RasterizerOrderedByteAddressBuffer Parts : register(u2);

RasterizerOrderedTexture2D<float4> picture : register(u0);
Texture2D other : register(t3);

struct PixelInput {
    nointerpolation uint number : TEXCOORD0;
    float4 position : SV_Position;
};

void main(PixelInput input)
{
    int2 place = int2(input.position.xy);
    picture[place] = picture[place] * 0.5 + other[place];
    counts[input.number]++;
    Parts.Store2(16u, asuint(asfloat(Parts.Load4(0u)).zw));
}
