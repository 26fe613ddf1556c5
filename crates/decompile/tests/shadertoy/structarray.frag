struct Light { vec2 position; vec3 color; };

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    Light lights[3];
    lights[0] = Light(vec2(0.3, 0.0), vec3(1.0, 0.2, 0.1));
    lights[1] = Light(vec2(-0.3, 0.3 * sin(iTime)), vec3(0.1, 1.0, 0.2));
    lights[2] = Light(vec2(0.0, -0.4), vec3(0.2, 0.3, 1.0));
    vec2 p = (fragCoord - 0.5 * iResolution.xy) / iResolution.y;
    vec3 c = vec3(0.0);
    for (int i = 0; i < 3; i++) c += lights[i].color * 0.05 / (0.05 + distance(p, lights[i].position));
    fragColor = vec4(c, 1.0);
}
