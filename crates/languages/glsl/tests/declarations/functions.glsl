//== frag any
#version 450
float twice(float x);
vec2 twice(vec2 x) { return x * 2.0; }
layout(location = 0) out vec4 color;
void main() { color = vec4(twice(1.0), twice(vec2(1)), 1); }
float twice(float x) { return x * 2.0; }
//== frag any GLSL-54 3
#version 450
float twice(float x);
void main() { float y = twice(1.0); }
//== frag any GLSL-54 3
#version 450
float twice(float x) { return x; }
float twice(float y) { return y; }
void main() {}
//== frag any GLSL-54 3
#version 450
float twice(float x);
int twice(float x) { return 1; }
void main() {}
//== frag any GLSL-54 3
#version 450
void change(out float x);
void change(float x) { }
void main() {}
//== frag any GLSL-54 2
#version 450
float twice(float x) { x *= 2.0; }
void main() {}
//== frag any GLSL-54 3
#version 450
float first(float x);
float second(float x) { return first(x); }
float first(float x) { return second(x); }
void main() {}
//== frag any GLSL-54 2
#version 450
void other() {}
//== frag any GLSL-54 2
#version 450
void main(int count) {}
//== frag any GLSL-54 2
#version 450
int main() { return 1; }
//== frag any GLSL-43 2
#version 450
void helper(float x, float x) {}
void main() {}
//== frag any GLSL-53 2
#version 450
void helper(void x) {}
void main() {}
//== frag any GLSL-53 2
#version 450
void helper(float x[]) {}
void main() {}
//== frag any GLSL-52 2
#version 450
void helper(uniform float x) {}
void main() {}
//== frag any GLSL-52 2
#version 450
void helper(flat float x) {}
void main() {}
//== frag any GLSL-53 2
#version 450
void helper(out sampler2D x) {}
void main() {}
//== frag any GLSL-52 2
#version 450
in float helper() { return 1.0; }
void main() {}
//== frag any GLSL-43 3
#version 450
float helper;
void helper() {}
void main() {}
//== frag opengl GLSL-41 2
#version 300 es
mediump float sin(mediump float x) { return x; }
void main() {}
//== frag any
#version 450
float sin(float x) { return x; }
layout(location = 0) out vec4 color;
void main() { color = vec4(sin(1.0)); }
//== frag any GLSL-55 2
#version 450
void helper() { return 1.0; }
void main() {}
//== frag any GLSL-55 2
#version 450
float helper() { return; }
void main() {}
//== frag any GLSL-45 2
#version 450
float helper() { return vec2(1); }
void main() {}
//== frag opengl GLSL-44 4
#version 300 es
precision mediump float;
void main() {
    float helper();
}
