float hash(vec2 p) { return fract(sin(dot(p, vec2(1.27, 3.11))) * 43.7585); }

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 p = fragCoord / iResolution.y * 8.0;
    vec2 id = floor(p);
    vec2 f = fract(p) - 0.5;
    if (hash(id) > 0.5) f.x = -f.x;
    float d = abs(abs(f.x + f.y) - 0.5) * 0.7071;
    vec2 c = f - sign(f.x + f.y + 0.001) * 0.5;
    d = abs(length(c) - 0.5);
    float w = 0.1 + 0.05 * sin(iTime + id.x);
    float m = smoothstep(w + 0.02, w, d);
    fragColor = vec4(m * vec3(0.9, 0.8, 0.5), 1.0);
}
