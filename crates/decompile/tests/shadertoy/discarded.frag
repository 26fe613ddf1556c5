void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    if (distance(uv, vec2(0.5)) > 0.4) discard;
    fragColor = vec4(uv, 0.0, 1.0);
}
