struct Ball { vec3 c; float r; };
const Ball balls[3] = Ball[3](Ball(vec3(0.0), 0.5), Ball(vec3(0.8, 0.3, 0.2), 0.3), Ball(vec3(-0.7, -0.2, 0.1), 0.4));

float map(vec3 p)
{
    float d = 1e9;
    for (int i = 0; i < balls.length(); i++) d = min(d, length(p - balls[i].c) - balls[i].r);
    return d;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    vec3 p = vec3(uv, -2.0);
    for (int i = 0; i < 30; i++) p += map(p) * vec3(0.0, 0.0, 1.0);
    fragColor = vec4(vec3(1.0 - step(1.5, p.z)) * (1.0 - p.z), 1.0);
}
