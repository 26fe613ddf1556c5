float map(in vec3 p) { return min(length(p - vec3(0.0, 0.6, 0.0)) - 0.5, p.y); }

float softshadow(in vec3 ro, in vec3 rd, float mint, float maxt, float k)
{
    float res = 1.0;
    float t = mint;
    for (int i = 0; i < 24 && t < maxt; i++) {
        float h = map(ro + rd * t);
        res = min(res, k * h / t);
        if (res < 0.005) break;
        t += clamp(h, 0.02, 0.2);
    }
    return clamp(res, 0.0, 1.0);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    vec3 ro = vec3(0.0, 1.5, -3.0), rd = normalize(vec3(uv.x, uv.y - 0.4, 2.0));
    float t = 0.0;
    for (int i = 0; i < 64; i++) {
        float h = map(ro + rd * t);
        if (h < 0.001 || t > 20.0) break;
        t += h;
    }
    vec3 col = vec3(0.6, 0.75, 0.9);
    if (t < 20.0) {
        vec3 p = ro + rd * t;
        vec3 l = normalize(vec3(0.6, 0.8, -0.4));
        col = vec3(0.2 + 0.8 * softshadow(p, l, 0.05, 3.0, 8.0));
    }
    fragColor = vec4(sqrt(col), 1.0);
}
