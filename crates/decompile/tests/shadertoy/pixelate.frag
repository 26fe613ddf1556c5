void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 cells = vec2(32.0, 18.0);
    vec2 uv = (floor(fragCoord / iResolution.xy * cells) + 0.5) / cells;
    vec3 col = texture(iChannel0, uv).rgb;
    col = floor(col * 5.0 + 0.5) / 5.0;
    fragColor = vec4(col, 1.0);
}
