// An array that is written at computed places.
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    float bins[4];
    for (int i = 0; i < 4; i++) bins[i] = 0.0;
    for (int i = 0; i < 8; i++) {
        float v = fract(sin(float(i) + floor(fragCoord.x / 20.0)) * 4.3);
        int k = int(v * 4.0);
        bins[k] += 0.25;
    }
    int j = int(fragCoord.y / iResolution.y * 4.0);
    fragColor = vec4(vec3(bins[j]), 1.0);
}
