// What the subdivision takes, in another order than it is declared here.
#version 450
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 up;
layout(location = 2) in vec2 where;
layout(location = 1) out vec3 normal;
layout(location = 0) out vec2 uv;

void main() {
    normal = up;
    uv = where;
    gl_Position = vec4(place, 1.0);
}
