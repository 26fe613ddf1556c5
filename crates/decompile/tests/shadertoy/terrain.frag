// A height field with steps that grow.
float h(vec2 p) { return 0.5 * sin(p.x) * cos(p.y * 0.7) + 0.25 * sin(2.3 * p.x + p.y); }

vec3 normalAt(vec2 p)
{
    const float e = 0.02;
    return normalize(vec3(h(p - vec2(e, 0.0)) - h(p + vec2(e, 0.0)), 2.0 * e, h(p - vec2(0.0, e)) - h(p + vec2(0.0, e))));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    vec3 ro = vec3(0.0, 1.5, 2.0 * iTime), rd = normalize(vec3(uv.x, uv.y - 0.3, 1.5));
    vec3 col = mix(vec3(0.8, 0.7, 0.6), vec3(0.2, 0.4, 0.8), clamp(uv.y, 0.0, 1.0));
    float t = 0.0, dt = 0.05;
    bool found = false;
    for (int i = 0; i < 100 && !found; i++) {
        vec3 p = ro + rd * t;
        if (p.y < h(p.xz)) found = true;
        else {
            t += dt;
            dt *= 1.03;
        }
    }
    if (found) {
        vec3 p = ro + rd * t;
        float l = max(0.0, dot(normalAt(p.xz), normalize(vec3(0.5, 0.7, -0.3))));
        col = mix(vec3(0.2, 0.5, 0.2) * l + 0.05, col, 1.0 - exp(-0.03 * t));
    }
    fragColor = vec4(col, 1.0);
}
