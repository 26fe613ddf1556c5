void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec3 p = vec3(fragCoord / iResolution.xy, 0.5);
    bvec3 b = greaterThan(fract(p * 5.0), vec3(0.5));
    bvec3 c = lessThanEqual(p, p.yzx);
    vec3 col = mix(vec3(0.2), vec3(0.9, 0.6, 0.3), vec3(b));
    if (any(c) && !all(b)) col *= 0.5;
    if (p.xy == p.yx || b.xy != c.xy) col += 0.1;
    fragColor = vec4(col, 1.0);
}
