void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    int n = int(fragCoord.x);
    fragColor = vec4(float(n >> iFrame) / 255.0, float(n << 31), 0.0, 1.0);
}
