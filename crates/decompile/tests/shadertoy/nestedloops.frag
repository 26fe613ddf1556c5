void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    float v = 0.0;
    for (int j = 0; j < 4; j++) {
        for (int i = 0; i < 4; i++) {
            if (i == j) continue;
            vec2 c = (vec2(i, j) + 0.5) / 4.0;
            v += smoothstep(0.1, 0.08, distance(uv, c));
            if (v > 1.0) break;
        }
        if (v > 1.5) break;
    }
    fragColor = vec4(vec3(v), 1.0);
}
