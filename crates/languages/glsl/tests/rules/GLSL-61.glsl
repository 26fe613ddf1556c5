//== fires frag
#version 450
layout(location = 0) out vec4 color;
in ivec2 number;
out mat2 turn;
void main() { color = vec4(number, 1, 1); }
//== near frag
#version 450
layout(location = 0) out vec4 color;
flat in ivec2 number;
void main() { color = vec4(number, 1, 1); }
