// Counters that go down, in steps, and as floats.
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    float sum = 0.0;
    for (int i = 8; i > 0; i -= 2) sum += sin(uv.x * float(i) * 3.0);
    for (float a = 0.0; a < 6.28; a += 0.785) sum += 0.1 * cos(a + uv.y * 9.0);
    for (int i = 1; i < 20; i *= 2) sum += 0.1 * step(0.5, fract(uv.y * float(i)));
    fragColor = vec4(vec3(0.3 + 0.2 * sum), 1.0);
}
