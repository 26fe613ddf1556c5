float sq(float x) { return x * x; }
vec2 sq(vec2 x) { return x * x; }
vec3 sq(vec3 x) { return x * x; }

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = sq(fragCoord / iResolution.xy);
    fragColor = vec4(sq(vec3(uv, sq(0.7))), 1.0);
}
