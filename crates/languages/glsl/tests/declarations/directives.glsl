//== vert opengl GLSL-03 2
#version 450
#unknown
void main() {}
//== vert opengl GLSL-07 2
#version 450
#define GL_OWN 1
void main() {}
//== vert opengl GLSL-07 2
#version 450
#define defined 1
void main() {}
//== vert opengl GLSL-07 2
#version 100
#define own__name 1
void main() {}
//== vert opengl
#version 300 es
#define own__name 1
void main() {}
//== vert opengl GLSL-07 2
#version 300 es
#define __LINE__ 1
void main() {}
//== vert opengl GLSL-07 3
#version 450
#define A 1
#define A 2
void main() {}
//== vert opengl
#version 450
#define A  1 + 2
#define A 1   + 2
void main() {}
//== vert opengl GLSL-07 3
#version 450
#define A(x) x
#define A(y) y
void main() {}
//== vert opengl GLSL-07 2
#version 120
#define A(x, y) x ## y
void main() {}
//== vert opengl GLSL-07 2
#version 300 es
#define A(x, y) x ## y
void main() {}
//== vert opengl GLSL-03 3
#version 450
#if 1
#else extra
#endif
void main() {}
//== vert opengl GLSL-03 3
#version 450
#if 1
#endif extra
void main() {}
//== vert opengl GLSL-03 2
#version 450
#ifdef A B
#endif
void main() {}
//== vert opengl GLSL-03 2
#version 450
#undef A B
void main() {}
//== vert opengl GLSL-05 2
#version 450
#endif
void main() {}
//== vert opengl GLSL-05 2
#version 450
#else
void main() {}
//== vert opengl GLSL-05 2
#version 450
#if 1
void main() {}
//== vert opengl GLSL-05 5
#version 450
#if 0
#else
int a;
#elif 1
#endif
void main() {}
//== vert opengl GLSL-04 2
#version 450
#if 1 / 0
#endif
void main() {}
//== vert opengl GLSL-04 2
#version 310 es
#if UNKNOWN
#endif
void main() {}
//== vert opengl
#version 310 es
#if 0 && UNKNOWN
#endif
void main() {}
//== vert opengl
#version 450
#if UNKNOWN || (1 << 40) != 0 || (-1 >> 40) != -1 || 0x7fffffff + 1 != -2147483647 - 1
#error arithmetic
#endif
void main() {}
//== vert opengl GLSL-04 3
#version 450
#define ASK defined(A)
#if ASK
#endif
void main() {}
//== vert any
#version 450
#define ASK defined(A)
#if ASK
#error is it
#endif
void main() {}
//== vert opengl GLSL-09 2
#version 450
#include "other.glsl"
void main() {}
//== vert opengl GLSL-03 2
#version 450
#line 7 "other.glsl"
void main() {}
//== vert opengl
#version 450
#extension GL_GOOGLE_cpp_style_line_directive : enable
#line 7 "other.glsl"
#if __LINE__ != 7
#error lines
#endif
void main() {}
//== vert opengl
#version 120
#line 7
#if __LINE__ != 8
#error lines
#endif
void main() {}
//== vert opengl GLSL-11 2
#version 450
#error on purpose
void main() {}
//== vert opengl GLSL-03 2
#version 450
#pragma optimize
void main() {}
//== vert opengl
#version 450
#pragma optimize(off)
#pragma own thing
void main() {}
//== frag vulkan
#version 450
#extension GL_EXT_debug_printf : require
#define NOTE(x) debugPrintfEXT(#x)
void main() { NOTE(one two); }
