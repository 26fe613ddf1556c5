// Points with a tint, and a size that no stage takes.
#version 450
layout(location = 0) in vec3 place;
layout(location = 1) in vec4 shade;
layout(location = 0) out vec4 tint;
layout(location = 3) out float size;

void main() {
    tint = shade;
    size = shade.a;
    gl_Position = vec4(place, 1.0);
    gl_PointSize = 4.0;
}
