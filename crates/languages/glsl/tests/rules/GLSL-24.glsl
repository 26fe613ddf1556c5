//== fires frag
#version 330
uniform sampler2D a, b;
out vec4 color;
void main() { color = texture((a), vec2(0.0)); sampler2D c = b; }
//== near frag
#version 330
uniform sampler2D a, b;
out vec4 color;
vec4 both(sampler2D x, sampler2D y) { return texture(x, vec2(0.0)) + texture(y, vec2(1.0)); }
void main() { color = both(a, b); }
