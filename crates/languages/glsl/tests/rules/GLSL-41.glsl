//== fires frag
#version 450
layout(location = 0) out vec4 color;
float input;
float gl_light;
void main() { float while; color = vec4(1.0); }
//== near frag
#version 450
layout(location = 0) out vec4 color;
float inputs;
void main() { float a_while = 1.0; color = vec4(a_while + inputs); }
