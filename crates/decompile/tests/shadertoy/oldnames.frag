// Names of the first years of the site.
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord.xy / iResolution.xy;
    fragColor = texture2D(iChannel0, uv) * (0.75 + 0.25 * sin(iGlobalTime));
}
