//== fires frag
#version 450
layout(location = 0) out vec4 color;
void main() { color = vec4(1.0, 2.0, 3.0); mat2 m = mat2(1.0, 2.0); }
//== near frag
#version 450
layout(location = 0) out vec4 color;
void main() { mat2 m = mat2(1.0, 2.0, 3.0, 4.0); color = vec4(m[0], vec2(3.0)); }
