void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    mat2x3 m = mat2x3(1.0, 0.2, 0.0, 0.0, 0.5, 1.0);
    fragColor = vec4(m * (fragCoord / iResolution.xy), 1.0);
}
