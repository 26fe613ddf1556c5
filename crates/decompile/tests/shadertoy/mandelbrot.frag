#define ITER 96

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 c = (fragCoord - 0.5 * iResolution.xy) / iResolution.y * 2.5 - vec2(0.6, 0.0);
    vec2 z = vec2(0.0);
    float n = 0.0;
    for (int i = 0; i < ITER; i++) {
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        if (dot(z, z) > 256.0) break;
        n += 1.0;
    }
    float sn = n < float(ITER) ? n - log2(log2(dot(z, z))) + 4.0 : 0.0;
    vec3 col = 0.5 + 0.5 * cos(3.0 + sn * 0.15 + vec3(0.0, 0.6, 1.0));
    fragColor = vec4(n < float(ITER) ? col : vec3(0.0), 1.0);
}
