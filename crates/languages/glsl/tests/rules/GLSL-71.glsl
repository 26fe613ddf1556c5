//== fires frag
#version 450
layout(location = 0) out vec4 color;
void split(float x, out float y) { x += 1.0; }
void main() { float other; float y; split(other, y); color = vec4(y); }
//== near frag
#version 450
layout(location = 0) out vec4 color;
void split(float x, out float y) { y = x + 1.0; }
void main() { float other = 1.0; float y; split(other, y); color = vec4(y); }
