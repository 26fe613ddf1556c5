// A blur of nine samples, with the size of the channel.
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    vec2 px = 1.0 / iChannelResolution[0].xy;
    vec4 sum = vec4(0.0);
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
            sum += texture(iChannel0, uv + vec2(x, y) * px);
    fragColor = sum / 9.0;
}
