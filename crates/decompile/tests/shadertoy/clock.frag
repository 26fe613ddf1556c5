// Hands that show iDate.
float line(vec2 p, float a, float l, float w)
{
    float c = cos(a), s = sin(a);
    p = mat2(c, -s, s, c) * p;
    p.y -= clamp(p.y, 0.0, l);
    return smoothstep(w, w - 0.01, length(p));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 p = (2.0 * fragCoord - iResolution.xy) / min(iResolution.x, iResolution.y);
    float time = iDate.w;
    float s = mod(time, 60.0), m = mod(time / 60.0, 60.0), h = mod(time / 3600.0, 12.0);
    vec3 col = vec3(smoothstep(0.9, 0.92, length(p)));
    col = mix(col, vec3(0.8), line(p, h * 0.5236, 0.5, 0.05));
    col = mix(col, vec3(0.9), line(p, m * 0.10472, 0.8, 0.04));
    col = mix(col, vec3(1.0, 0.2, 0.1), line(p, s * 0.10472, 0.8, 0.02));
    fragColor = vec4(col, 1.0);
}
