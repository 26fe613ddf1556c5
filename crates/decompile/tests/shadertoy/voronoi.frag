vec2 hash2(vec2 p)
{
    return fract(sin(vec2(dot(p, vec2(1.71, 3.17)), dot(p, vec2(2.69, 1.83)))) * 43.58);
}

vec3 voronoi(in vec2 x)
{
    ivec2 n = ivec2(floor(x));
    vec2 f = fract(x);
    float md = 8.0;
    vec2 mr = vec2(0.0);
    for (int j = -1; j <= 1; j++)
    for (int i = -1; i <= 1; i++) {
        vec2 g = vec2(float(i), float(j));
        vec2 o = hash2(vec2(n) + g);
        o = 0.5 + 0.4 * sin(iTime + 6.2831 * o);
        vec2 r = g + o - f;
        float d = dot(r, r);
        if (d < md) {
            md = d;
            mr = r;
        }
    }
    return vec3(sqrt(md), mr);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec3 c = voronoi(8.0 * fragCoord / iResolution.y);
    vec3 col = c.x * vec3(1.0, 0.6, 0.3);
    col += (1.0 - smoothstep(0.04, 0.06, c.x)) * vec3(0.3, 0.8, 1.0);
    fragColor = vec4(col, 1.0);
}
