//== fires frag
#version 450
layout(location = 0) out vec4 color;
void main() { color = vec4(brightnes); flot x; }
//== near frag
#version 450
layout(location = 0) out vec4 color;
uniform Block { float brightness; };
void main() { color = vec4(brightness); }
