void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 points[5];
    for (int i = 0; i < 5; i++) {
        float a = float(i) * 1.2566 + iTime;
        points[i] = 0.6 * vec2(cos(a), sin(a));
    }
    vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    float d = 10.0;
    for (int i = 0; i < 5; i++) {
        d = min(d, length(p - points[i]));
    }
    fragColor = vec4(vec3(smoothstep(0.1, 0.12, d)), 1.0);
}
