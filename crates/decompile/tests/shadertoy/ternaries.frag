void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    int zone = uv.x < 0.25 ? 0 : uv.x < 0.5 ? 1 : uv.x < 0.75 ? 2 : 3;
    vec3 col = zone == 0 ? vec3(1.0, 0.0, 0.0) : zone == 1 ? vec3(uv.y) : zone == 2 ? vec3(0.0, uv) : vec3(0.3);
    fragColor = vec4(col, 1.0);
}
