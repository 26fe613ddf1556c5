// A function that is declared before it is defined.
float wave(float x);
vec3 ramp(float x);

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    vec2 uv = fragCoord / iResolution.xy;
    fragColor = vec4(ramp(wave(uv.x) - uv.y), 1.0);
}

float wave(float x) { return 0.5 + 0.3 * sin(6.28 * x + iTime); }
vec3 ramp(float x) { return mix(vec3(0.1, 0.1, 0.3), vec3(0.9, 0.8, 0.3), step(0.0, x)); }
