void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 m = iMouse.xy / iResolution.xy;
    vec2 uv = fragCoord / iResolution.xy;
    float down = step(0.0, iMouse.z);
    float d = distance(uv, m);
    vec3 col = mix(vec3(0.1, 0.2, 0.3), vec3(1.0, 0.9, 0.5), exp(-10.0 * d * (2.0 - down)));
    fragColor = vec4(col, 1.0);
}
