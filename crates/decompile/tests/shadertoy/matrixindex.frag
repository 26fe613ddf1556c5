void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    mat3 m = mat3(1.0);
    m[0] = vec3(0.8, 0.2, 0.0);
    m[1][2] = 0.5 * sin(iTime);
    vec3 c = m * vec3(fragCoord / iResolution.xy, 0.5);
    fragColor = vec4(c, determinant(m));
}
