#stage pixel
#include camera.sal

in vec3 across;
in vec2 uv;

#sal
output vec4f color;
blendfunc color { SrcColor = SrcAlpha; DstColor = OneMinusSrcAlpha; AlphaOp = Max; }

const struct Lamp : Pack
{
    vec3f Place;
    float Power;
    vec4f Color;
}

const struct Lighting : ORDER_1
{
    uint Count;
    Lamp[4] Lamps;
    mat3f Turn;
    vec4f[3] Rings;
    vec3f Ambient;
}

const Sampler Smooth;
const Texture2D:vec4f Albedo : Smooth;
const vec4f Tint;
#sal

float fogged(float distance);

void main()
{
    vec3 light = Lighting_Ambient;
    for (uint i = 0u; i < min(Lighting_Count, 4u); i++)
    {
        vec3 way = Lighting_Turn * (Lighting_Lamps[i].Place - across);
        light += Lighting_Lamps[i].Color.rgb * Lighting_Lamps[i].Power / (1.0 + dot(way, way));
    }
    light.xy += Lighting_Rings[2].xy;
    vec4 base = texture(Albedo, uv) * Tint;
    color = vec4(base.rgb * light * fogged(distance(across, Camera_Eye)), base.a);
}
