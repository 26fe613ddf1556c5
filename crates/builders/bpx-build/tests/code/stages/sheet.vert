// Corners with a tint.
#version 450
layout(location = 0) in vec3 place;
layout(location = 1) in vec4 shade;
layout(location = 0) out vec4 tint;

void main() {
    tint = shade;
    gl_Position = vec4(place, 1.0);
}
