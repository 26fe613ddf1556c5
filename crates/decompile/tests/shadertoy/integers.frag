// Division, remainder and sign of integers.
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    ivec2 p = ivec2(fragCoord) - ivec2(iResolution.xy) / 2;
    int q = p.x / 7 + p.y / 5;
    int r = abs(q) % 3;
    int m = max(min(r, 2), 0) + abs(p.x) / 100;
    fragColor = vec4(float(r) / 3.0, float(m) / 4.0, float(clamp(q, 0, 10)) / 10.0, 1.0);
}
