float hash(vec2 p)
{
    p = fract(p * vec2(0.3183, 0.3678));
    p += dot(p, p + 19.19);
    return fract(p.x * p.y * 0.5);
}

float noise(in vec2 x)
{
    vec2 i = floor(x), f = fract(x);
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x),
               mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.y;
    fragColor = vec4(vec3(noise(uv * 8.0 + iTime)), 1.0);
}
