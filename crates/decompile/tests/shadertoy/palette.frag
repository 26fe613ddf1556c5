// Cosine palettes in seven bands.
vec3 pal(in float t, in vec3 a, in vec3 b, in vec3 c, in vec3 d)
{
    return a + b * cos(6.2831853 * (c * t + d));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 p = fragCoord.xy / iResolution.xy;
    p.x += 0.01 * iTime;
    vec3 half3 = vec3(0.5);
    vec3 col = pal(p.x, half3, half3, vec3(1.0), vec3(0.0, 0.33, 0.67));
    if (p.y > 1.0 / 3.0) col = pal(p.x, half3, half3, vec3(1.0), vec3(0.3, 0.2, 0.2));
    if (p.y > 2.0 / 3.0) col = pal(p.x, half3, half3, vec3(1.0, 1.0, 0.5), vec3(0.8, 0.9, 0.3));
    float f = fract(p.y * 3.0);
    col *= smoothstep(0.49, 0.47, abs(f - 0.5));
    fragColor = vec4(col, 1.0);
}
