// Words of SkSL as names of functions, variables and members.
struct Grain { float short2; vec2 blend; };
float half4x4(float x) { return x * 0.5; }

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    Grain grain = Grain(0.5, fragCoord / iResolution.xy);
    float float3 = grain.short2 * grain.blend.x;
    vec2 half2x2 = grain.blend.yx;
    float unpremul = half4x4(float3);
    fragColor = vec4(unpremul, half2x2, 1.0);
}
