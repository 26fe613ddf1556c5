//== fires frag
#version 450
layout(location = 0) out vec4 color;
uniform Block { int count; };
void main() { float list[count]; color = vec4(1.0); }
//== near frag
#version 450
layout(location = 0) out vec4 color;
const int count = 4;
void main() { float list[count]; list[3] = 1.0; color = vec4(list[3]); }
