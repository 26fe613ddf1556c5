#version 330
#define CAT(a, b) a ## b
#define TAPS 3
#define EACH(M) M(0) M(1) M(2)
#define ADD(i) sum += texture(image, at + step * float(i - 1)) * CAT(weight, i);
#define LUMA(c) dot((c).rgb, vec3(0.2126, 0.7152, 0.0722))
#if defined(TAPS) && (TAPS >= 3 || TAPS << 1 == 2) && !defined NOTHING
uniform float weight0, weight1, weight2;
#elif TAPS == 1
#error too few
#else
#error no taps
#endif
uniform sampler2D image;
uniform vec2 step;
in vec2 at;
out vec4 color;

void main() {
    vec4 sum = vec4(0.0);
    EACH(ADD)
#ifdef DEBUG
    sum = vec4(1, 0, 0, 1);
#endif
    color = vec4(vec3(LUMA(sum)), float(__VERSION__) / float(__LINE__));
}
