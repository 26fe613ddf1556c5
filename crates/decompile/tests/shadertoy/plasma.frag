// Four waves in one picture.
void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    float v = sin(uv.x * 10.0 + iTime);
    v += sin((uv.y * 10.0 + iTime) / 2.0);
    v += sin((uv.x * 10.0 + uv.y * 10.0 + iTime) / 2.0);
    vec2 c = uv * 10.0 + vec2(sin(iTime / 3.0), cos(iTime / 2.0)) * 5.0;
    v += sin(sqrt(dot(c, c) + 1.0) + iTime);
    vec3 col = vec3(sin(v), sin(v + 2.0), cos(v)) * 0.5 + 0.5;
    fragColor = vec4(col, 1.0);
}
