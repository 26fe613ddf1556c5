//== fires frag
#version 450
layout(location = 0) out vec4 color;
void main() { color = vec4(16777217.0); }
//== near frag
#version 450
layout(location = 0) out vec4 color;
void main() { color = vec4(16777216.0, 0.1, 1.0e30, 1.0); }
