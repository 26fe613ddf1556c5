//== fires frag
#version 450
layout(location = 0) out vec4 color;
void main() { const int zero = 0; color = vec4(1 / zero); }
//== near frag
#version 450
layout(location = 0) out vec4 color;
void main() { const int one = 1; color = vec4(1 / one); }
