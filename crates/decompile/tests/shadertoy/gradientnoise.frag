vec2 grad(vec2 z)
{
    z = vec2(dot(z, vec2(12.1, 31.7)), dot(z, vec2(26.5, 18.3)));
    return -1.0 + 2.0 * fract(sin(z) * 43.75);
}

float gnoise(in vec2 p)
{
    vec2 i = floor(p);
    vec2 f = fract(p);
    vec2 u = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
    return mix(mix(dot(grad(i + vec2(0.0, 0.0)), f - vec2(0.0, 0.0)),
                   dot(grad(i + vec2(1.0, 0.0)), f - vec2(1.0, 0.0)), u.x),
               mix(dot(grad(i + vec2(0.0, 1.0)), f - vec2(0.0, 1.0)),
                   dot(grad(i + vec2(1.0, 1.0)), f - vec2(1.0, 1.0)), u.x), u.y);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 p = 6.0 * fragCoord / iResolution.xy;
    float n = gnoise(p + 0.3 * iTime);
    fragColor = vec4(0.5 + 0.5 * vec3(n, n * 0.8, n * n), 1.0);
}
