void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    fragColor = textureLod(iChannel0, uv, 3.0 + sin(iTime));
}
