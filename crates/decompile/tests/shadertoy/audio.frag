// A spectrum, as channels of sounds have it.
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    float f = texture(iChannel0, vec2(uv.x * 0.5, 0.25)).x;
    float bar = step(uv.y, f);
    float t = iChannelTime[0] / iSampleRate;
    fragColor = vec4(bar * vec3(uv.x, 1.0 - uv.x, 0.4) + t, 1.0);
}
