// Reflection, refraction and a Fresnel term.
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    float r = length(uv);
    vec3 rd = vec3(0.0, 0.0, 1.0);
    vec3 col = vec3(0.1);
    if (r < 0.8) {
        vec3 n = normalize(vec3(uv, -sqrt(0.64 - r * r)));
        vec3 rl = reflect(rd, n), rr = refract(rd, n, 1.0 / 1.45);
        float f = pow(1.0 - max(dot(-rd, n), 0.0), 3.0);
        vec3 a = 0.5 + 0.5 * sin(10.0 * rl + iTime), b = 0.5 + 0.5 * cos(12.0 * rr);
        col = mix(b, a, f);
        n = faceforward(n, rd, n);
        col *= 0.8 - 0.2 * n.z;
    }
    fragColor = vec4(col, 1.0);
}
