//== fires frag
#version 450
layout(location = 0) out vec4 color;
void main() { color = vec4(1.0); switch (1) { case 1: break; case 1: break; } continue; }
//== near frag
#version 450
layout(location = 0) out vec4 color;
void main() { color = vec4(1.0); switch (1) { case 1: break; case 2: break; } for (int i = 0; i < 2; i++) continue; }
