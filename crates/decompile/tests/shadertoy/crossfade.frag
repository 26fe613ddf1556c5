// From one picture to another.
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    vec3 a = texture(iChannel0, uv).rgb;
    vec3 b = texture(iChannel1, uv).rgb;
    float t = smoothstep(0.0, 1.0, sin(iTime) * 0.5 + 0.5 + (uv.x - 0.5));
    fragColor = vec4(mix(a, b, t), 1.0);
}
