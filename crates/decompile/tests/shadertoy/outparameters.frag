void polar(in vec2 p, out float r, out float a)
{
    r = length(p);
    a = atan(p.y, p.x);
}

void twist(inout vec2 p, float k)
{
    float r, a;
    polar(p, r, a);
    a += k * r;
    p = r * vec2(cos(a), sin(a));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    twist(p, 3.0 * sin(iTime));
    vec2 q = step(0.5, fract(p * 3.0));
    fragColor = vec4(vec3(abs(q.x - q.y)), 1.0);
}
