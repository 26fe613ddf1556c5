float grid(vec2 p)
{
    vec2 w = fwidth(p);
    vec2 a = abs(fract(p) - 0.5) / w;
    return min(a.x, a.y);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    fragColor = vec4(vec3(grid(fragCoord / 32.0)), 1.0);
}
