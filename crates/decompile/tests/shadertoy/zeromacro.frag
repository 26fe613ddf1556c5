// A bound that is hidden from compilers that unroll.
#define ZERO min(iFrame, 0)
float map(vec3 p) { return length(p) - 1.0; }

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    vec3 p = vec3(uv, -sqrt(max(0.0, 1.0 - dot(uv, uv))));
    vec3 n = vec3(0.0);
    for (int i = ZERO; i < 4; i++) {
        vec3 e = 0.5773 * (2.0 * vec3(((i + 3) >> 1) & 1, (i >> 1) & 1, i & 1) - 1.0);
        n += e * map(p + 0.0005 * e);
    }
    fragColor = vec4(0.5 + 0.5 * normalize(n), 1.0);
}
