//== fires frag
#version 330
struct Surface { sampler2D image; float rough; };
uniform Surface surface;
uniform float list[];
uniform struct { float a; } nameless;
void main() {}
//== near frag
#version 330
struct Surface { float rough[2 * 3]; };
uniform Surface surface;
const int N = 4;
uniform float list[N / 2];
void main() {}
