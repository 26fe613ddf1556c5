#define PI 3.14159265
#define rot(a) mat2(cos(a), sin(a), -sin(a), cos(a))
#define sat(x) clamp(x, 0.0, 1.0)
#define S(a, b, t) smoothstep(a, b, t)
#define T iTime

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 p = (fragCoord - 0.5 * iResolution.xy) / iResolution.y;
    p *= rot(T * 0.3);
    float a = atan(p.x, p.y) / PI;
    float d = S(0.4, 0.38, length(p)) * S(0.1, 0.12, abs(fract(a * 3.0) - 0.5));
    fragColor = vec4(sat(vec3(d, d * 0.7, d * 0.2 + 0.1)), 1.0);
}
