#version 420 core
#ifndef STEPS
#error "the project file says how many steps there are"
#endif
#define SQUARE(z) vec2((z).x * (z).x - (z).y * (z).y, \
                       2.0 * (z).x * (z).y)
in vec2 plane;
out vec4 color;

void main()
{
    vec2 z = vec2(0.0);
    int taken = STEPS;
    for (int step = 0; step < STEPS; ++step)
    {
        z = SQUARE(z) + plane;
        if (dot(z, z) > 4.0)
        {
            taken = step;
            break;
        }
    }
#if STEPS > 16
    float shade = float(taken) / float(STEPS);
#else
    float shade = 0.0;
#endif
    // Few steps of colour: where two drivers round differently, the picture is the same.
    color = vec4(floor(shade * 6.0) / 6.0, shade < 0.5 ? 0.25 : 0.75, 0.5, 1.0);
}
