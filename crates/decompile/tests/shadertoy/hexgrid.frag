const vec2 s = vec2(1.0, 1.7320508);

float hex(vec2 p)
{
    p = abs(p);
    return max(dot(p, s * 0.5), p.x);
}

vec4 getHex(vec2 p)
{
    vec4 hC = floor(vec4(p, p - vec2(0.5, 1.0)) / s.xyxy) + 0.5;
    vec4 h = vec4(p - hC.xy * s, p - (hC.zw + 0.5) * s);
    return dot(h.xy, h.xy) < dot(h.zw, h.zw) ? vec4(h.xy, hC.xy) : vec4(h.zw, hC.zw + 9.43);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 u = (fragCoord - iResolution.xy * 0.5) / iResolution.y;
    vec4 h = getHex(u * 5.0 + s.yx * iTime / 4.0);
    float e = hex(h.xy);
    float c = 0.5 + 0.5 * sin(h.z * 1.7 + h.w * 2.3);
    fragColor = vec4(vec3(c, c * 0.7, 0.4) * smoothstep(0.5, 0.45, e), 1.0);
}
