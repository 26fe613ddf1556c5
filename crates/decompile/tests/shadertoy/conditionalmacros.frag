#define QUALITY 2
#if QUALITY > 1
#define STEPS 32
#else
#define STEPS 8
#endif
#ifdef GLOW
const float glow = 1.0;
#else
const float glow = 0.25;
#endif

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    float sum = 0.0;
    for (int i = 0; i < STEPS; i++)
        sum += sin(uv.x * float(i) + iTime) / float(i + 1);
    fragColor = vec4(vec3(glow * sum + 0.5 * uv.y), 1.0);
}
