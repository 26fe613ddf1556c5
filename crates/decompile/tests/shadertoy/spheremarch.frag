// A sphere on a floor, marched.
#define MAX_STEPS 64
#define MAX_DIST 40.0
#define EPS 0.002

float map(vec3 p)
{
    float ball = length(p - vec3(0.0, 1.0, 6.0)) - 1.0;
    return min(ball, p.y);
}

vec3 normal(vec3 p)
{
    vec2 e = vec2(0.01, 0.0);
    float d = map(p);
    return normalize(d - vec3(map(p - e.xyy), map(p - e.yxy), map(p - e.yyx)));
}

float march(vec3 ro, vec3 rd)
{
    float t = 0.0;
    for (int i = 0; i < MAX_STEPS; i++) {
        float d = map(ro + rd * t);
        t += d;
        if (t > MAX_DIST || d < EPS) break;
    }
    return t;
}

float light(vec3 p)
{
    vec3 l = normalize(vec3(3.0 * sin(iTime), 5.0, 2.0) - p);
    vec3 n = normal(p);
    float dif = clamp(dot(n, l), 0.0, 1.0);
    float d = march(p + n * EPS * 4.0, l);
    if (d < 4.0) dif *= 0.2;
    return dif;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = (fragCoord - 0.5 * iResolution.xy) / iResolution.y;
    vec3 ro = vec3(0.0, 1.0, 0.0);
    vec3 rd = normalize(vec3(uv, 1.0));
    float d = march(ro, rd);
    vec3 col = vec3(0.4, 0.6, 0.9) - 0.4 * uv.y;
    if (d < MAX_DIST) col = vec3(light(ro + rd * d));
    fragColor = vec4(pow(col, vec3(0.4545)), 1.0);
}
