// A loop that nothing bounds.
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 z = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    float n = 0.0;
    while (dot(z, z) < 4.0) {
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + 0.3;
        n += 1.0;
    }
    fragColor = vec4(vec3(n * 0.1), 1.0);
}
