#define AMOUNT 0.01
vec3 aberrate(vec2 uv, float amount)
{
    vec3 c;
    c.r = texture(iChannel0, uv + vec2(amount, 0.0)).r;
    c.g = texture(iChannel0, uv).g;
    c.b = texture(iChannel0, uv - vec2(amount, 0.0)).b;
    return c;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord.xy / iResolution.xy;
    fragColor.rgb = aberrate(uv, AMOUNT * sin(iTime));
    fragColor.rgb *= 1.0 - 0.5 * length(uv - 0.5);
    fragColor.a = 1.0;
}
