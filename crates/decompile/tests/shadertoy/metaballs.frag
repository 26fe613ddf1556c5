#define N 6
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    float v = 0.0;
    for (int i = 0; i < N; i++) {
        float t = iTime * (0.4 + 0.1 * float(i)) + float(i);
        vec2 c = vec2(sin(t * 1.3), cos(t)) * 0.7;
        v += 0.06 / dot(p - c, p - c);
    }
    vec3 col = mix(vec3(0.05, 0.0, 0.1), vec3(0.2, 0.9, 0.5), smoothstep(0.9, 1.1, v));
    fragColor = vec4(col, 1.0);
}
