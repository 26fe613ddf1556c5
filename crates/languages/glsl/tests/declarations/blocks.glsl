//== frag any
#version 450
struct Light { vec3 place; float power; };
layout(std140, binding = 0) uniform Lights { Light lights[4]; int count; } all;
layout(location = 0) out vec4 color;
void main() { color = vec4(all.lights[all.count].place, all.lights[1].power); }
//== frag any
#version 450
layout(std430, binding = 0) buffer Values { int count; float values[]; };
layout(location = 0) out vec4 color;
void main() { color = vec4(values[count], values.length(), 0, 1); }
//== frag any GLSL-43 2
#version 450
layout(binding = 0) uniform A { vec4 a; vec4 a; };
void main() {}
//== frag any GLSL-43 3
#version 450
layout(binding = 0) uniform A { vec4 a; };
layout(binding = 1) uniform B { vec4 a; };
void main() {}
//== frag any GLSL-43 3
#version 450
layout(binding = 0) uniform A { vec4 a; } first;
layout(binding = 1) uniform A { vec4 b; } second;
void main() {}
//== vert any
#version 450
layout(binding = 0) uniform Shared { vec4 a; } first;
layout(location = 0) out Shared { vec4 b; } second;
void main() { second.b = first.a; gl_Position = vec4(1); }
//== frag any GLSL-53 2
#version 450
layout(binding = 0) uniform A { sampler2D picture; };
void main() {}
//== frag any GLSL-52 2
#version 450
layout(binding = 0) uniform A { flat vec4 a; };
void main() {}
//== frag any GLSL-52 2
#version 450
layout(binding = 0) uniform A { in vec4 a; };
void main() {}
//== frag any GLSL-40 2
#version 450
layout(binding = 0) uniform A { };
void main() {}
//== vert any GLSL-44 2
#version 450
in A { vec4 a; };
void main() {}
//== frag any GLSL-44 2
#version 450
out A { vec4 a; };
void main() {}
//== vert any GLSL-51 2
#version 450
out A { layout(location = 0) vec4 a; vec4 b; };
void main() {}
//== frag any
#version 450
layout(std140, binding = 0) uniform A { layout(offset = 16) vec4 a; layout(align = 64) vec4 b; layout(row_major) mat3 c; };
layout(location = 0) out vec4 color;
void main() { color = a + b + vec4(c[0], 1); }
//== frag any GLSL-51 2
#version 450
layout(std140, binding = 0) uniform A { layout(align = 3) vec4 a; };
void main() {}
//== frag any GLSL-51 2
#version 450
layout(binding = 0) uniform A { layout(std140) vec4 a; };
void main() {}
//== frag any GLSL-53 2
#version 450
layout(binding = 0) buffer A { float a[][2]; float b[2][]; };
void main() {}
//== frag opengl GLSL-53 3
#version 310 es
precision mediump float;
layout(binding = 0) uniform A { float a[]; };
void main() {}
//== vert any
#version 450
out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[2]; };
void main() { gl_Position = vec4(1); gl_ClipDistance[1] = 0; }
//== vert any GLSL-50 2
#version 450
out gl_PerVertex { vec4 gl_Position; vec4 gl_Other; };
void main() { gl_Position = vec4(1); }
//== vert any GLSL-45 2
#version 450
out gl_PerVertex { vec3 gl_Position; };
void main() {}
//== vert any GLSL-43 3
#version 450
void helper() { gl_Position = vec4(1); }
out gl_PerVertex { vec4 gl_Position; };
void main() {}
//== vert any GLSL-43 2
#version 450
out gl_Mine { vec4 place; };
void main() {}
//== frag any GLSL-52 2
#version 450
struct A { uniform vec4 a; };
void main() {}
//== frag any GLSL-53 2
#version 450
struct A { struct B { vec4 b; } b; };
void main() {}
//== frag any GLSL-53 2
#version 450
struct A { float a[]; };
void main() {}
//== frag any GLSL-43 3
#version 450
struct A { float a; };
struct A { float b; };
void main() {}
//== comp vulkan
#version 450
#extension GL_EXT_buffer_reference : require
layout(buffer_reference) buffer Node;
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Node { Node next; int value; };
layout(push_constant) uniform Root { Node first; } root;
layout(binding = 0) buffer Out { int sum; };
void main() { sum = root.first.next.value; }
//== comp vulkan GLSL-44 2
#version 450
layout(buffer_reference) buffer Node { int value; };
void main() {}
//== frag any GLSL-53 2
#version 450
buffer float values[4];
void main() {}
