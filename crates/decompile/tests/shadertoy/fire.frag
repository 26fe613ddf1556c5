float hash(vec2 p) { return fract(sin(dot(p, vec2(1.5, 7.8))) * 47.3); }

float noise(vec2 p)
{
    vec2 i = floor(p), f = fract(p);
    f *= f * (3.0 - 2.0 * f);
    return mix(mix(hash(i), hash(i + vec2(1.0, 0.0)), f.x), mix(hash(i + vec2(0.0, 1.0)), hash(i + vec2(1.0)), f.x), f.y);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    vec2 q = uv * vec2(4.0, 3.0);
    float n = 0.0;
    float w = 0.5;
    for (int k = 0; k < 4; k++) {
        n += w * noise(q - vec2(0.0, iTime * 1.5));
        q *= 2.0;
        w *= 0.5;
    }
    float c = 1.0 - 2.0 * (uv.y - 0.3 * n);
    c *= 1.0 - pow(abs(2.0 * uv.x - 1.0), 2.0);
    vec3 col = vec3(1.5 * c, 1.5 * c * c * c, c * c * c * c);
    fragColor = vec4(clamp(col, 0.0, 1.0), 1.0);
}
