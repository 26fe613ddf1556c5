void mainImage(out vec4 O, in vec2 U)
{
    U = (U + U - iResolution.xy) / iResolution.y;
    float t = 0.0, d = 0.0;
    vec3 p = vec3(0.0);
    for (int i = 0; i < 40; i++, t += d * 0.8)
        p = t * normalize(vec3(U, 1.0)) - vec3(0.0, 0.0, 3.0),
        d = length(p) - 1.0 - 0.05 * sin(12.0 * p.x + iTime) * sin(12.0 * p.y);
    O = vec4(vec3(3.0 / (t + 1.0)) * step(t, 6.0), 1.0);
}
