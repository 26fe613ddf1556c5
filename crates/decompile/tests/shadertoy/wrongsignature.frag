void mainImage(out vec3 fragColor, in vec2 fragCoord)
{
    fragColor = vec3(fragCoord / iResolution.xy, 0.0);
}
