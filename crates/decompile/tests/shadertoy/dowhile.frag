void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    float t = 0.0;
    do {
        t += 0.1;
    } while (t < fragCoord.x / iResolution.x);
    fragColor = vec4(t);
}
