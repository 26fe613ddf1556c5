#version 330
uniform int mode;
uniform uint bits;
uniform vec4 colors[6];
in vec2 at;
out vec4 color;
int calls = 2;
vec3 base = vec3(calls);

float noise(vec2 p) {
    return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453);
}

void step_by(inout float x, out float y) {
    x += 1.0;
    y = x * 2.0;
}

void main() {
    float x = noise(at), y, list[3];
    step_by(x, y);
    list[0] = x, list[1] = y, list[2] = x > y ? x : y;
    switch (mode) {
    case 0:
        color = colors[0];
        break;
    case 1: {
        color = colors[1] * list[2];
        break;
    }
    default:
        color = vec4(0.0);
    }
    int n = 0;
    while (n < 4) {
        if (n == 3) break;
        ++n;
        if ((bits & (1u << uint(n))) == 0u) continue;
        color += colors[n];
    }
    do { color.x *= 0.5; } while (color.x > 1.0);
    color.rgb += base;
    bvec2 both = greaterThan(at, vec2(0.5));
    if (any(both) && !all(both)) color.a = 0.0;
}
