// A loop without a condition that breaks.
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 p = fragCoord / iResolution.y;
    float n = 0.0;
    for (;;) {
        p = fract(p * 1.7) - 0.2;
        n += 0.05;
        if (n > 1.0 || p.x < 0.0) break;
    }
    fragColor = vec4(vec3(n), 1.0);
}
