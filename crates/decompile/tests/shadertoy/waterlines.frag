void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 p = mod(fragCoord / iResolution.y * 6.28318, 6.28318) - 3.0;
    vec2 i = p;
    float c = 1.0;
    const float inten = 0.05;
    for (int n = 0; n < 5; n++) {
        float t = iTime * (1.0 - (3.5 / float(n + 1)));
        i = p + vec2(cos(t - i.x) + sin(t + i.y), sin(t - i.y) + cos(t + i.x));
        c += 1.0 / length(vec2(p.x / (sin(i.x + t) / inten), p.y / (cos(i.y + t) / inten)));
    }
    c /= 5.0;
    c = 1.17 - pow(c, 1.4);
    vec3 colour = vec3(pow(abs(c), 8.0));
    fragColor = vec4(clamp(colour + vec3(0.0, 0.35, 0.5), 0.0, 1.0), 1.0);
}
