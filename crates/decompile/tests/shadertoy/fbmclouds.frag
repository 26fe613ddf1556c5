#define OCTAVES 5

float hash21(vec2 p)
{
    vec3 p3 = fract(vec3(p.xyx) * 0.1031);
    p3 += dot(p3, p3.yzx + 33.33);
    return fract((p3.x + p3.y) * p3.z);
}

float noise(vec2 p)
{
    vec2 i = floor(p);
    vec2 u = smoothstep(0.0, 1.0, fract(p));
    float a = hash21(i), b = hash21(i + vec2(1.0, 0.0));
    float c = hash21(i + vec2(0.0, 1.0)), d = hash21(i + vec2(1.0));
    return mix(mix(a, b, u.x), mix(c, d, u.x), u.y);
}

const mat2 m = mat2(1.6, 1.2, -1.2, 1.6);

float fbm(vec2 p)
{
    float v = 0.0, a = 0.5;
    for (int i = 0; i < OCTAVES; ++i) {
        v += a * noise(p);
        p = m * p;
        a *= 0.5;
    }
    return v;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.y * 3.0;
    float q = fbm(uv - iTime * 0.1);
    float c = fbm(uv + q + vec2(iTime * 0.2, 0.0));
    vec3 col = mix(vec3(0.2, 0.4, 0.7), vec3(1.0), smoothstep(0.3, 0.8, c));
    fragColor = vec4(col, 1.0);
}
