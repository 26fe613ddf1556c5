// Parameters that have the names of built-in functions.
mat2 turned(float radians)
{
    return mat2(cos(radians), sin(radians), -sin(radians), cos(radians));
}

float rings(vec2 p, float step, float distance)
{
    return smoothstep(0.4, 0.5, fract(length(p) * step - distance));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = turned(0.3) * (fragCoord - 0.5 * iResolution.xy) / iResolution.y;
    fragColor = vec4(vec3(rings(uv * vec2(1.0, 2.0), 5.0, iTime)), 1.0);
}
