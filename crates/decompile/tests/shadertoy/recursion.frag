// A function that calls itself, which GLSL does not have.
float f(float x) { return x < 0.1 ? x : f(x * 0.5); }

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    fragColor = vec4(f(fragCoord.x));
}
