//== fires frag
#version 450
layout(location = 0) out vec4 color;
void main() { float list[2]; list[2] = 1.0; color = vec4(list[0]); }
//== near frag
#version 450
layout(location = 0) out vec4 color;
void main() { float list[2]; list[1] = 1.0; color = vec4(list[1]); }
