// A scene of structures.
struct Ray { vec3 origin; vec3 direction; };
struct Hit { float distance; vec3 normal; int material; };

Hit sphere(Ray r, vec3 center, float radius, int material)
{
    Hit h;
    h.distance = -1.0;
    h.normal = vec3(0.0);
    h.material = material;
    vec3 oc = r.origin - center;
    float b = dot(oc, r.direction);
    float c = dot(oc, oc) - radius * radius;
    float d = b * b - c;
    if (d > 0.0) {
        h.distance = -b - sqrt(d);
        h.normal = normalize(oc + h.distance * r.direction);
    }
    return h;
}

Hit closer(Hit a, Hit b)
{
    if (a.distance < 0.0) return b;
    if (b.distance < 0.0) return a;
    if (a.distance < b.distance) return a;
    return b;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    Ray ray = Ray(vec3(0.0, 0.0, -3.0), normalize(vec3(uv, 2.0)));
    Hit hit = sphere(ray, vec3(0.5 * sin(iTime), 0.0, 0.0), 0.7, 1);
    hit = closer(hit, sphere(ray, vec3(-0.6, 0.2, 0.5), 0.5, 2));
    vec3 col = vec3(0.1);
    if (hit.distance > 0.0) {
        float l = max(dot(hit.normal, normalize(vec3(1.0, 1.0, -1.0))), 0.0);
        col = hit.material == 1 ? vec3(1.0, 0.3, 0.2) * l : vec3(0.2, 0.5, 1.0) * l;
    }
    fragColor = vec4(col, 1.0);
}
