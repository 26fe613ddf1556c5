// Names that are words of SkSL, or hide others.
float half4(float x) { return x * 0.5; }
vec2 coord = vec2(0.25);
vec3 shader(vec3 color) { vec3 half2 = color * color; return half2; }

void mainImage(out vec4 color, in vec2 coord)
{
    float float2 = half4(coord.x / iResolution.x);
    {
        float coord = 0.3;
        float2 += coord;
    }
    vec3 c = vec3(float2, coord.y / iResolution.y, 0.4);
    color = vec4(shader(c), 1.0);
}
