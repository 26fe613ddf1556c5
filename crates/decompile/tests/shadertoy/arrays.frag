// Colors of a constant array, chosen by a computed index.
const vec3 COLORS[4] = vec3[4](vec3(0.9, 0.2, 0.1), vec3(0.2, 0.8, 0.3), vec3(0.1, 0.4, 0.9), vec3(0.9, 0.8, 0.2));

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    int index = int(floor(uv.x * 4.0 + iTime)) % 4;
    fragColor = vec4(COLORS[index], 1.0);
}
