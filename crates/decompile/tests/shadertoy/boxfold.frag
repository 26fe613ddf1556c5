// Folded boxes.
float sdBox(vec3 p, vec3 b)
{
    vec3 q = abs(p) - b;
    return length(max(q, 0.0)) + min(max(q.x, max(q.y, q.z)), 0.0);
}

float scene(vec3 p)
{
    float s = 1.0;
    for (int i = 0; i < 4; ++i) {
        p = abs(p) - vec3(0.6, 0.4, 0.5);
        float a = 0.4 + 0.1 * iTime;
        p.xz = mat2(cos(a), sin(a), -sin(a), cos(a)) * p.xz;
        p *= 1.3;
        s *= 1.3;
    }
    return sdBox(p, vec3(0.4)) / s;
}

void mainImage(out vec4 O, in vec2 I)
{
    vec2 R = iResolution.xy;
    vec3 d = normalize(vec3(I + I - R, R.y * 2.0)), p = vec3(0.0, 0.0, -4.0);
    float n = 0.0;
    for (float i = 0.0; i < 60.0; i += 1.0) {
        float h = scene(p);
        if (h < 0.003) { n = i; break; }
        p += d * h;
        n = i;
    }
    O = vec4(vec3(1.0 - n / 60.0), 1.0);
}
