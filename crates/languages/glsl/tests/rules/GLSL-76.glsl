//== fires frag
#version 450
layout(location = 0) out vec4 color;
void main() { color = vec4(1.0); return; color = vec4(2.0); }
//== near frag
#version 450
layout(location = 0) out vec4 color;
void main() { color = vec4(1.0); if (color.x > 2.0) return; color = vec4(2.0); }
