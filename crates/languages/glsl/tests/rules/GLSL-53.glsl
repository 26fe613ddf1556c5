//== fires frag
#version 450
layout(location = 0) out vec4 color;
buffer float values[4];
void main() { void x; sampler2D y; color = vec4(1.0); }
//== near frag
#version 450
layout(location = 0) out vec4 color;
buffer Values { float values[4]; };
void main() { color = vec4(values[0]); }
