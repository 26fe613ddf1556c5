//== fires frag
#version 450
layout(location = 0) out vec4 color;
void main() { color = vec3(1.0); if (1) discard; }
//== near frag
#version 450
layout(location = 0) out vec4 color;
void main() { color = vec4(vec3(1.0), 1); if (color.x > 1) discard; }
