#define EASE(t) ((t) * (t) * (3.0 - 2.0 * (t)))
float box(vec2 p, vec2 a, vec2 b) { vec2 s = step(a, p) - step(b, p); return s.x * s.y; }

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    float t = EASE(fract(iTime * 0.5));
    float v = box(uv, vec2(0.1, 0.1), vec2(0.1 + 0.8 * t, 0.3));
    v += box(uv, vec2(0.9 - 0.8 * t, 0.4), vec2(0.9, 0.6));
    v += box(uv, vec2(0.1, 0.7), vec2(0.1 + 0.8 * sqrt(t), 0.9));
    fragColor = vec4(v * vec3(0.9, 0.5, 0.2), 1.0);
}
