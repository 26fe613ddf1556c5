What a stage as a whole lacks.
//== geometry geom
#version 450
layout(points) in;
void main() { EmitVertex(); }
//== outputs frag
#version 300 es
precision highp float;
out vec4 first;
layout(location = 1) out vec4 second;
void main() { first = second = vec4(0.0); }
//== none frag
#version 450
float value() { return 1.0; }
//== pushes frag
#version 450
layout(push_constant) uniform One { vec4 a; } one;
layout(push_constant) uniform Two { vec4 b; } two;
layout(location = 0) out vec4 color;
void main() { color = one.a + two.b; }
//== capture vert
#version 450
layout(xfb_buffer = 0, xfb_stride = 8) out;
layout(xfb_buffer = 0, xfb_offset = 0) out vec4 value;
void main() { value = gl_Position = vec4(0.0); }
