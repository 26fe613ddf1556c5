void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    ivec2 p = ivec2(fragCoord);
    int v = (p.x ^ p.y) & 255;
    fragColor = vec4(vec3(float(v) / 255.0), 1.0);
}
