//== frag any
#version 450
layout(location = 0) out vec4 color;
void main() {
    int total = 0;
    for (int i = 0, n = 4; i < n; ++i) { if (i == 2) continue; total += i; }
    while (total > 100) total--;
    do { total++; } while (total < 3);
    switch (total) { case 0: case 1: color = vec4(1); break; case 2: color = vec4(2); default: color = vec4(0); }
    { float total = 2.0; color *= total; }
}
//== frag any GLSL-55 2
#version 450
void main() { break; }
//== frag any GLSL-55 2
#version 450
void main() { switch (1) { default: continue; } }
//== vert any GLSL-44 2
#version 450
void main() { discard; }
//== frag any GLSL-55 3
#version 450
void main() {
    switch (1) { int x = 1; case 1: break; }
}
//== frag any GLSL-55 3
#version 450
void main() {
    switch (1) { case 1: break; case 1: break; }
}
//== frag any GLSL-55 3
#version 450
void main() {
    switch (1) { default: break; default: break; }
}
//== frag any GLSL-45 3
#version 450
void main() {
    switch (1.0) { default: break; }
}
//== frag any GLSL-47 4
#version 450
layout(location = 0) flat in int number;
void main() {
    switch (1) { case number: break; }
}
//== frag any GLSL-55 3
#version 450
void main() {
    case 1: ;
}
//== frag any GLSL-55 3
#version 450
void main() {
    switch (1) { case 0: if (true) { case 1: break; } break; }
}
//== frag opengl GLSL-44 3
#version 100
void main() {
    switch (1) { default: break; }
}
//== frag any GLSL-45 2
#version 450
void main() { if (1) {} }
//== frag any GLSL-45 2
#version 450
void main() { while (vec2(1)) {} }
//== frag any GLSL-43 2
#version 450
void main() { int x; float x; }
//== frag any GLSL-43 2
#version 450
void main() { for (int i = 0; i < 1; i++) { int i; } }
//== frag any GLSL-42 2
#version 450
void main() { { int x; } x = 1; }
//== frag any GLSL-40 3
#version 450
void main() {
    int x = 1
    x = 2;
}
//== frag any GLSL-40 2
#version 450
void main() { int x = 1; ) }
//== frag any GLSL-42 2
#version 450
void main() { flot x = 1.0; }
//== frag any GLSL-52 2
#version 450
void main() { const int x; }
//== frag any GLSL-53 2
#version 450
void main() { void x; }
//== frag any GLSL-53 2
#version 450
void main() { sampler2D x; }
//== frag any GLSL-41 2
#version 450
void main() { float gl_value; }
//== frag any GLSL-41 2
#version 450
void main() { float while; }
//== frag any
#version 450
#extension GL_EXT_control_flow_attributes : require
layout(location = 0) out vec4 color;
void main() {
    color = vec4(0);
    [[unroll]] for (int i = 0; i < 4; i++) color += 1.0;
    [[dont_flatten]] if (color.x > 1.0) color = vec4(1);
}
//== frag any GLSL-44 3
#version 450
void main() {
    [[unroll]] for (int i = 0; i < 4; i++) ;
}
//== frag any
#version 450
#extension GL_EXT_demote_to_helper_invocation : require
#extension GL_EXT_terminate_invocation : require
void main() { if (gl_FragCoord.x > 1.0) demote; else terminateInvocation; }
//== frag any
#version 450
float demote;
layout(location = 0) out vec4 color;
void main() { demote = 1.0; color = vec4(demote); }
//== frag opengl GLSL-44 3
#version 330
void main() { }
;
//== frag any GLSL-40 4
#version 450
void main() {
}
}
//== frag any GLSL-40 4
#version 450
layout(location = 0) out vec4 color;

{
    vec4 a;
} block;
void main() {}
//== frag any GLSL-40 4
#version 450
layout(binding = 0) uniform Block
{
{
    vec4 a;
} block;
void main() {}
//== frag any GLSL-40 2
#version 450
void main()
    int a = 1;
}
