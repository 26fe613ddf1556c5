//== fires frag
#version 330
uniform float speed = 2.0, other = 1.0;
out vec4 color;
void main() { color = vec4(speed * other); }
//== near frag
#version 330
const float speed = 2.0;
float other = speed;
out vec4 color;
void main() { color = vec4(speed * other); }
