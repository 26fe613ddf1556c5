vec2 cmul(vec2 a, vec2 b) { return vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 z = 1.2 * (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    vec2 c = 0.51 * cos(vec2(0.0, 1.57) + 0.1 * iTime) - 0.25 * cos(vec2(0.0, 1.57) + 0.2 * iTime);
    float f = 1e20;
    for (int i = 0; i < 60; i++) {
        z = cmul(z, z) + c;
        f = min(f, dot(z, z));
        if (dot(z, z) > 100.0) break;
    }
    f = 1.0 + log(f + 0.0001) / 16.0;
    fragColor = vec4(f, f * f, f * f * f, 1.0);
}
