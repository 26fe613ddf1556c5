//== fires frag
#version 450
layout(location = 0) out vec4 color;
uniform Block { float light; };
float light;
void main() { int x; float x; color = vec4(1.0); }
//== near frag
#version 450
layout(location = 0) out vec4 color;
uniform Block { float light; };
void main() { { int light = 1; color = vec4(light); } color *= light; }
