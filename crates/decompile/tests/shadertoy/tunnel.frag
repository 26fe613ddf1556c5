// A tunnel of rings, with the first channel on its wall.
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 p = (-iResolution.xy + 2.0 * fragCoord) / iResolution.y;
    float a = atan(p.y, p.x);
    float r = pow(pow(p.x * p.x, 4.0) + pow(p.y * p.y, 4.0), 1.0 / 8.0);
    vec2 uv = vec2(0.3 / r + 0.2 * iTime, a / 3.1415927);
    vec3 col = texture(iChannel0, fract(uv)).xyz;
    col *= min(r, 1.0);
    fragColor = vec4(col, 1.0);
}
