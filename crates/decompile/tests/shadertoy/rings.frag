void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = (fragCoord * 2.0 - iResolution.xy) / iResolution.y;
    vec2 uv0 = uv;
    vec3 sum = vec3(0.0);
    for (float i = 0.0; i < 4.0; i++) {
        uv = fract(uv * 1.5) - 0.5;
        float d = length(uv) * exp(-length(uv0));
        vec3 col = 0.5 + 0.5 * cos(6.28318 * (length(uv0) + i * 0.4 + iTime * 0.4 + vec3(0.26, 0.41, 0.55)));
        d = abs(sin(d * 8.0 + iTime) / 8.0);
        d = pow(0.01 / max(d, 0.002), 1.2);
        sum += col * d;
    }
    fragColor = vec4(sum, 1.0);
}
