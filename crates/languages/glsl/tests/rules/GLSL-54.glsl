//== fires frag
#version 450
layout(location = 0) out vec4 color;
float twice(float x);
float half_of(float x) { x *= 0.5; }
void main() { color = vec4(twice(half_of(1.0))); }
//== near frag
#version 450
layout(location = 0) out vec4 color;
float twice(float x);
float half_of(float x) { return x * 0.5; }
void main() { color = vec4(twice(half_of(1.0))); }
float twice(float x) { return x * 2.0; }
