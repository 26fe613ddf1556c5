// A channel that is a cube, which the text declares itself.
uniform samplerCube iChannel0;
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec3 d = normalize(vec3(fragCoord / iResolution.xy - 0.5, 1.0));
    fragColor = texture(iChannel0, d);
}
