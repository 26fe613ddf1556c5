// A disk with a soft edge that follows the mouse.
float disk(vec2 p, vec2 c, float r)
{
    float w = 1.5 / iResolution.y;
    return 1.0 - smoothstep(r - w, r + w, length(p - c));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    vec2 m = iMouse.z > 0.0 ? (2.0 * iMouse.xy - iResolution.xy) / iResolution.y : vec2(0.3 * sin(iTime), 0.0);
    vec3 col = mix(vec3(0.1, 0.1, 0.2), vec3(1.0, 0.7, 0.2), disk(p, m, 0.5));
    fragColor = vec4(col, 1.0);
}
