//== split vert
#version 330
in vec3 position;
out mat3 frame;
vec3 up = position.yzx, side;
struct { float a; } unnamed;
void main() {
    unnamed.a = 1.0;
    frame = mat3(unnamed.a);
    gl_Position = vec4(up, 1.0);
    if (up.x > 0.0) return;
    frame[1] = side = up;
}
//== split frag
#version 330
in mat3 frame;
out vec4 color;
void main() { color = vec4(frame[1], 1.0); }
