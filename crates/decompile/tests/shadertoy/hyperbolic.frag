// Functions that old versions lack.
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 p = 2.0 * (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    float a = tanh(p.x) * 0.5 + 0.5;
    float b = 1.0 / cosh(p.y);
    float c = fract(sinh(p.x * 0.5) * 2.0);
    vec3 r = round(vec3(a, b, c) * 8.0) / 8.0;
    r = mix(r, trunc(r * 3.0) / 3.0, step(0.0, p.y));
    fragColor = vec4(r, 1.0);
}
