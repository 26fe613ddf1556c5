//== fires frag
#version 450
layout(constant_id = 0) const int COUNT = 2;
uniform float list[COUNT];
layout(location = 0) out vec4 color;
void main() { color = vec4(list[0]); }
//== near frag
#version 330
struct Surface { sampler2D image; float rough[2 * 3]; };
uniform Surface surface;
const int N = 4;
uniform float list[N / 2];
uniform float open[];
uniform struct { float a; } nameless;
out vec4 color;
void main() { color = texture(surface.image, vec2(list[1] + open[3])) * surface.rough[0] * nameless.a; }
