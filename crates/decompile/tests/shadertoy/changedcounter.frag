// The body changes the counter.
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    float x = fragCoord.x / iResolution.x, v = 0.0;
    for (int i = 0; i < 16; i++) {
        v += 0.05;
        if (v > x) i += 4;
    }
    fragColor = vec4(v, v, v, 1.0);
}
