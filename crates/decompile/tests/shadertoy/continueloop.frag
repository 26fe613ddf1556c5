void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    float sum = 0.0;
    for (int i = 0; i < 10; i++) {
        if (i == 3 || i == 7) continue;
        float y = 0.1 * float(i) + 0.05 + 0.02 * sin(uv.x * 20.0 + float(i) + iTime);
        sum += smoothstep(0.02, 0.0, abs(uv.y - y));
    }
    fragColor = vec4(sum * vec3(0.3, 0.8, 1.0), 1.0);
}
