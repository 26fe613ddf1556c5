float hash(float n) { return fract(sin(n) * 43.7585); }

float star(vec2 uv, float flare)
{
    float d = length(uv);
    float m = 0.02 / d;
    float rays = max(0.0, 1.0 - abs(uv.x * uv.y * 1000.0));
    m += rays * flare;
    return m * smoothstep(0.5, 0.1, d);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = (fragCoord - 0.5 * iResolution.xy) / iResolution.y * 4.0;
    vec2 gv = fract(uv) - 0.5, id = floor(uv);
    vec3 col = vec3(0);
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            vec2 offs = vec2(x, y);
            float n = hash(dot(id + offs, vec2(1.7, 5.3)) + 3.0);
            float size = fract(n * 7.5);
            vec2 p = gv - offs - vec2(n, fract(n * 3.4)) + 0.5;
            col += star(p, smoothstep(0.8, 0.9, size)) * size * vec3(0.8, 0.9, 1.0);
        }
    }
    fragColor = vec4(col, 1.0);
}
