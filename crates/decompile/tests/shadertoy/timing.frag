void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    float fps = 1.0 / max(iTimeDelta, 0.001);
    float f = float(iFrame);
    vec2 uv = fragCoord / iResolution.xy;
    fragColor = vec4(step(uv.x, fps / 120.0), step(uv.y, fract(f / 60.0)), iFrameRate / 120.0, 1.0);
}
