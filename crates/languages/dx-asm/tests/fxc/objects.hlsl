// ps_5_0: variables with textures and samplers in them.
struct Picture
{
    Texture2D image;
    float4 scale;
};
struct Way
{
    SamplerState usual;
    float4 offset;
};
struct Ways
{
    SamplerState all[3];
    float4 offset;
};
Picture picture;
Way way;
Ways ways;
float strength = 2;
struct
{
    Texture2D image;
    Texture2D other;
    SamplerComparisonState shadow;
    float4 last;
} several;

float4 main(float2 p : POSITION) : SV_Target
{
    float4 sum = picture.image.Sample(way.usual, p) * picture.scale + way.offset + ways.offset * strength;
    return sum + several.image.Sample(ways.all[1], p) + several.other.SampleCmp(several.shadow, p, 0.5) + several.last;
}
