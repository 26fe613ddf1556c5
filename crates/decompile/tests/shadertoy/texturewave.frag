// Waves over a picture.
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    uv.x += 0.02 * sin(uv.y * 20.0 + iTime * 3.0);
    uv.y += 0.02 * cos(uv.x * 16.0 + iTime * 2.0);
    fragColor = texture(iChannel0, clamp(uv, 0.02, 0.98));
}
