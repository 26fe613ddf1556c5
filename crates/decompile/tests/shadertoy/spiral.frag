void mainImage(out vec4 c, in vec2 p)
{
    p = (p - iResolution.xy * 0.5) / iResolution.y;
    float a = atan(p.y, p.x) * 3.0, l = log(length(p)) * 8.0;
    c.xyz = vec3(0.5 + 0.5 * sin(a + l - iTime * 4.0));
    c.yz *= vec2(0.5, 0.2);
    c.w = 1.0;
}
