// A torus that turns, with the smooth minimum.
mat2 rot(float a)
{
    float s = sin(a), c = cos(a);
    return mat2(c, -s, s, c);
}

float sdTorus(vec3 p, vec2 t)
{
    vec2 q = vec2(length(p.xz) - t.x, p.y);
    return length(q) - t.y;
}

float smin(float a, float b, float k)
{
    float h = clamp(0.5 + 0.5 * (b - a) / k, 0.0, 1.0);
    return mix(b, a, h) - k * h * (1.0 - h);
}

float map(vec3 p)
{
    p.xy *= rot(iTime * 0.7);
    p.yz *= rot(iTime);
    return smin(sdTorus(p, vec2(1.0, 0.3)), length(p) - 0.6, 0.3);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    vec3 ro = vec3(0.0, 0.0, -3.0), rd = normalize(vec3(uv, 1.5));
    float t = 0.0, glow = 0.0;
    int i;
    for (i = 0; i < 48; i++) {
        float d = map(ro + t * rd);
        glow += 0.01 / (0.05 + abs(d));
        if (abs(d) < 0.002 || t > 8.0) break;
        t += d;
    }
    vec3 col = vec3(float(i) / 48.0) * vec3(0.9, 0.6, 0.3);
    col += glow * vec3(0.02, 0.04, 0.08);
    fragColor = vec4(col, 1.0);
}
