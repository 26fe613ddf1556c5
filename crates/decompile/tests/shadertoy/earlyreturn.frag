// A return inside of a loop.
float trace(vec3 o, vec3 d)
{
    float t = 0.1;
    for (int i = 0; i < 50; i++) {
        vec3 p = o + t * d;
        float h = p.y - 0.3 * sin(2.0 * p.x) * cos(2.0 * p.z);
        if (h < 0.01) return t;
        if (t > 20.0) return -1.0;
        t += max(0.05, 0.5 * h);
    }
    return t;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = (fragCoord - 0.5 * iResolution.xy) / iResolution.y;
    vec3 o = vec3(0.0, 1.5, iTime), d = normalize(vec3(uv.x, uv.y - 0.2, 1.0));
    float t = trace(o, d);
    if (t < 0.0) {
        fragColor = vec4(0.5, 0.7, 0.9, 1.0);
        return;
    }
    vec3 p = o + t * d;
    fragColor = vec4(vec3(exp(-0.1 * t)) * (0.5 + 0.5 * step(0.5, fract(p.xzx))), 1.0);
}
