mat3 lookAt(vec3 from, vec3 to)
{
    vec3 f = normalize(to - from);
    vec3 r = normalize(cross(vec3(0.0, 1.0, 0.0), f));
    return mat3(r, cross(f, r), f);
}

mat3 rotY(float a)
{
    float c = cos(a), s = sin(a);
    return mat3(c, 0.0, -s, 0.0, 1.0, 0.0, s, 0.0, c);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = (fragCoord - 0.5 * iResolution.xy) / iResolution.y;
    vec3 ro = rotY(0.5 * iTime) * vec3(0.0, 1.0, -4.0);
    vec3 rd = lookAt(ro, vec3(0.0)) * normalize(vec3(uv, 1.2));
    float t = -ro.y / rd.y;
    vec3 col = vec3(0.3, 0.5, 0.8);
    if (t > 0.0) {
        vec2 g = (ro + t * rd).xz;
        col = mix(vec3(0.2), vec3(0.9), abs(step(0.5, fract(g.x)) - step(0.5, fract(g.y))));
        col = mix(col, vec3(0.3, 0.5, 0.8), 1.0 - exp(-0.05 * t));
    }
    mat3 tone = transpose(mat3(0.9, 0.1, 0.0, 0.0, 1.0, 0.0, 0.0, 0.1, 0.9));
    fragColor = vec4(tone * col, 1.0);
}
