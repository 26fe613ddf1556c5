const float PI = acos(-1.0);
const float SIDES = 6.0;

vec2 kaleido(vec2 uv)
{
    float a = atan(uv.y, uv.x);
    float r = length(uv);
    float tau = 2.0 * PI;
    a = mod(a, tau / SIDES);
    a = abs(a - tau / SIDES / 2.0);
    return r * vec2(cos(a), sin(a));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = (fragCoord - 0.5 * iResolution.xy) / iResolution.y;
    uv = kaleido(uv);
    uv += 0.1 * iTime;
    vec3 col = 0.5 + 0.5 * cos(20.0 * uv.xyx + vec3(0, 2, 4));
    fragColor = vec4(col, 1.0);
}
