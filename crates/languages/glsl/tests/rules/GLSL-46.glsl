//== fires frag
#version 450
layout(location = 0) out vec4 color;
float twice(float x) { return x * 2.0; }
void main() { color = vec4(twice(vec2(1.0))); }
//== near frag
#version 450
layout(location = 0) out vec4 color;
float twice(float x) { return x * 2.0; }
void main() { color = vec4(twice(1)); }
