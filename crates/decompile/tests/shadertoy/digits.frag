// A number in segments, with powers of two for bits.
float segment(vec2 p, bool on)
{
    return on ? smoothstep(0.1, 0.08, max(abs(p.x) - 0.3, abs(p.y))) : 0.0;
}

float digit(vec2 p, int n)
{
    float v = 0.0;
    v = max(v, segment(p - vec2(0.0, 0.7), n != 1 && n != 4));
    v = max(v, segment(p, n != 0 && n != 1 && n != 7));
    v = max(v, segment(p + vec2(0.0, 0.7), n != 1 && n != 4 && n != 7));
    v = max(v, segment((p - vec2(0.4, 0.35)).yx, n != 5 && n != 6));
    v = max(v, segment((p - vec2(0.4, -0.35)).yx, n != 2));
    v = max(v, segment((p + vec2(0.4, -0.35)).yx, n == 0 || n == 4 || n == 5 || n == 6 || n == 8 || n == 9));
    v = max(v, segment((p + vec2(0.4, 0.35)).yx, n == 0 || n == 2 || n == 6 || n == 8));
    return v;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 p = 5.0 * fragCoord / iResolution.xy;
    int n = int(mod(floor(iTime) + floor(p.x), 10.0));
    float d = digit((vec2(fract(p.x), p.y / 5.0) - 0.5) * vec2(2.0, 2.5), n);
    fragColor = vec4(d, d * 0.6, 0.1, 1.0);
}
