vec3 saturate(vec3 c) { return clamp(c, vec3(0.0), vec3(1.0)); }
float luma(vec3 c) { return dot(c, vec3(0.2126, 0.7152, 0.0722)); }

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    vec3 col = texture(iChannel0, uv).rgb;
    col = mix(vec3(luma(col)), col, 0.4);
    vec2 v = uv * (1.0 - uv.yx);
    col *= pow(v.x * v.y * 15.0, 0.25);
    fragColor = vec4(saturate(col * 1.2), 1.0);
}
