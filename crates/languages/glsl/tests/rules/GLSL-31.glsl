//== fires frag
#version 450
uniform vec4 tint;
vec4 shade();
layout(location = 0) out vec4 color;
void main() { color = tint + shade(); }
//== fires frag
#version 450
uniform vec3 tint;
vec4 shade() { return vec4(tint, 1.0); }
//== near frag
#version 450
uniform vec4 tint;
vec4 shade();
layout(location = 0) out vec4 color;
void main() { color = tint + shade(); }
//== near frag
#version 450
uniform vec4 tint;
float other;
vec4 shade() { return tint * other; }
