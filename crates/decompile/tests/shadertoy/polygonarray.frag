// The distance to a polygon, whose corners are an array that a function takes.
const int N = 5;

float polygon(in vec2[N] v, in vec2 p)
{
    float d = dot(p - v[0], p - v[0]);
    float s = 1.0;
    for (int i = 0, j = N - 1; i < N; j = i, i++) {
        vec2 e = v[j] - v[i];
        vec2 w = p - v[i];
        vec2 b = w - e * clamp(dot(w, e) / dot(e, e), 0.0, 1.0);
        d = min(d, dot(b, b));
        bvec3 cond = bvec3(p.y >= v[i].y, p.y < v[j].y, e.x * w.y > e.y * w.x);
        if (all(cond) || all(not(cond))) s = -s;
    }
    return s * sqrt(d);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    vec2 v[N] = vec2[](vec2(0.0, 0.8), vec2(0.7, 0.2), vec2(0.4, -0.7), vec2(-0.4, -0.6), vec2(-0.8, 0.1));
    float d = polygon(v, p);
    fragColor = vec4(vec3(0.5 + 0.5 * sin(40.0 * d)), 1.0);
}
