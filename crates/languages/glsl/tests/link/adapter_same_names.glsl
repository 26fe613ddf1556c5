//== split vert
#version 330
in vec3 normal;
in vec2 uv;
uniform vec4 tint;
layout(std140) uniform Camera { mat4 view; vec3 eye; bool on; vec2 uv[2]; } camera;
layout(std140) uniform Other { vec3 eye; vec4 tint; } other;
const bool on = true;
struct Point { vec2 uv; vec3 eye; };
out Varyings { vec3 normal; vec4 tint; } to;
vec3 moved(Point camera) { return camera.eye; }
void main() {
    Point one = Point(uv, camera.eye);
    to.normal = normal + moved(one) + one.eye;
    to.tint = tint * other.tint;
    gl_Position = camera.view * vec4(camera.uv[1] + one.uv, other.eye.x, camera.on && on ? 1.0 : 0.0);
}
//== split frag
#version 330
in Varyings { vec3 normal; vec4 tint; } from;
out vec4 color;
void main() { color = from.tint + from.normal.xyzz; }
