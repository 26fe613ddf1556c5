//== fires frag
#version 450
layout(location = 0) out vec4 color;
float twice(float x) { return 2.0; }
void main() { float other = 1.0; color = vec4(1.0); }
//== near frag
#version 450
layout(location = 0) out vec4 color;
float twice(float x) { return 2.0 * x; }
void main() { float other = 1.0; color = vec4(twice(other)); }
