// The bound of the loop is a uniform.
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    float v = 0.0;
    for (int i = 0; i < iFrame; i++) v += 0.01 * sin(uv.x * float(i));
    fragColor = vec4(vec3(v), 1.0);
}
