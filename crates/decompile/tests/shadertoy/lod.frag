void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    vec4 a = textureLod(iChannel0, uv, 0.0);
    fragColor = a.bgra;
}
