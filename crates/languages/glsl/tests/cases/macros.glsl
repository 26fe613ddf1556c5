//== program frag
#version 330 core
#define SQUARE(x) ((x) * (x))
#define NAME(a, b) a ## _ ## b
#define CALL(f, x) f(x)
#define NEG -1.0
#define LONG one + \
    two
#define f(x) x + f
#define EMPTY
float NAME(my, value) = CALL(SQUARE, 2.0) EMPTY;
float n = -NEG, one = 1.0, two = LONG one;
int line = __LINE__, version = __VERSION__;
#line 100
int other = __LINE__, file = __FILE__;
float g(float x) { return SQUARE(SQUARE(x)); }
float f = f(2.0)(1.0);
#if defined(SQUARE) && SQUARE(2) == 4
void main() {}
#endif
