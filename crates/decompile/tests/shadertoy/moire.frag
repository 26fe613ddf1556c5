void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 a = 0.25 * vec2(sin(iTime), cos(iTime)), b = -a;
    vec2 uv = fragCoord / iResolution.y - vec2(0.5 * iResolution.x / iResolution.y, 0.5);
    float x = sin(60.0 * distance(uv, a)), y = sin(60.0 * distance(uv, b));
    bool lit = (x > 0.0) != (y > 0.0);
    fragColor = lit ? vec4(0.9, 0.9, 0.8, 1.0) : vec4(0.1, 0.1, 0.2, 1.0);
}
