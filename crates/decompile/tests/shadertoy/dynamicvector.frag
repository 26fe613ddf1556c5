void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec3 c = vec3(0.2, 0.5, 0.9);
    int k = int(mod(fragCoord.x / 16.0, 3.0));
    vec3 o = vec3(0.0);
    o[k] = c[2 - k];
    fragColor = vec4(o, 1.0);
}
