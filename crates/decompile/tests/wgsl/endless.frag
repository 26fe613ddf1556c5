#version 450
// Loops that end only by returning, at the ends of functions and of sides.

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

float doubled(float a)
{
    while (true) {
        a *= 2.0;
        if (a > 4.0) return a;
    }
}

float once(float a)
{
    do {
        return a * 0.5;
    } while (true);
}

float sides(float a)
{
    if (a > 0.5) {
        for (;;) {
            a += 0.25;
            if (a > 1.0) return a;
        }
    } else {
        return a;
    }
}

float cases(int which, float a)
{
    switch (which) {
        case 0:
            for (;;) {
                a += 0.5;
                if (a > 2.0) return a;
            }
        default:
            return a;
    }
}

void main()
{
    float x = uv.x + 1.5;
    color = vec4(doubled(x) * 0.1, once(x), sides(uv.y), cases(int(uv.x * 2.0), x)) * 0.5;
}
