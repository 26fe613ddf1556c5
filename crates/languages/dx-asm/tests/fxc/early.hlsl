// ps_5_0: notes on features, on the depth test and on how often the shader runs.
RWByteAddressBuffer bytes : register(u3);
RWTexture2D<float4> image : register(u40);

[earlydepthstencil]
float4 main(float4 position : SV_Position, nointerpolation uint2 words : WORDS, uint number : SV_SampleIndex) : SV_Target
{
    double value = asdouble(words.x, words.y);
    bytes.Store(4, number);
    return position * (float)(value / 2) + image[words];
}
