// A variable of the program that functions change.
float seed = 0.0;
vec3 tint;

float rnd()
{
    seed += 0.37;
    return fract(sin(seed) * 43.75);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
    seed = floor(fragCoord.x / 16.0) + 7.0 * floor(fragCoord.y / 16.0);
    tint = vec3(rnd(), rnd(), rnd());
    fragColor = vec4(tint * rnd(), 1.0);
}
