float n2(vec2 p) { return sin(p.x) * sin(p.y); }

float fbm4(vec2 p)
{
    mat2 r = mat2(0.8, -0.6, 0.6, 0.8);
    float f = 0.0;
    f += 0.5 * n2(p); p = r * p * 2.02;
    f += 0.25 * n2(p); p = r * p * 2.03;
    f += 0.125 * n2(p); p = r * p * 2.01;
    f += 0.0625 * n2(p);
    return f / 0.9375;
}

vec2 fbm2(vec2 p) { return vec2(fbm4(p), fbm4(p + vec2(7.8))); }

float func(vec2 q, out vec4 ron)
{
    q += 0.03 * sin(vec2(0.27, 0.23) * iTime + length(q) * vec2(4.1, 4.3));
    vec2 o = fbm2(0.9 * q);
    o += 0.04 * sin(vec2(0.12, 0.14) * iTime + length(o));
    vec2 n = fbm2(3.0 * o);
    ron = vec4(o, n);
    float f = 0.5 + 0.5 * fbm4(1.8 * q + 6.0 * n);
    return mix(f, f * f * f * 3.5, f * abs(n.x));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    vec4 on = vec4(0.0);
    float f = func(p, on);
    vec3 col = mix(vec3(0.2, 0.1, 0.4), vec3(0.3, 0.05, 0.05), f);
    col = mix(col, vec3(0.9), dot(on.zw, on.zw));
    col = mix(col, vec3(0.4, 0.3, 0.3), 0.2 + 0.5 * on.y * on.y);
    col = clamp(col * f * 2.0, 0.0, 1.0);
    fragColor = vec4(col, 1.0);
}
