void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    float aspect = iResolution.x / iResolution.y * iResolution.z;
    vec2 uv = fragCoord / iResolution.xy - 0.5;
    uv.x *= aspect;
    fragColor = vec4(vec3(smoothstep(0.4, 0.39, length(uv))), 1.0);
}
