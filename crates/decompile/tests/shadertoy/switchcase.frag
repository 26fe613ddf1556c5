vec3 shade(int kind, vec2 p)
{
    switch (kind) {
        case 0: return vec3(p, 0.5);
        case 1: return vec3(p.y, p.x, 0.2);
        case 2:
        case 3: return vec3(step(0.5, fract(8.0 * p.x)));
        default: break;
    }
    return vec3(0.2);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    fragColor = vec4(shade(int(uv.x * 5.0), fract(uv * 5.0)), 1.0);
}
