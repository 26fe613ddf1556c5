// Interpolates one of its inputs at the centroid.
#version 450
layout(location = 3) centroid in vec3 shine;
layout(location = 2) in vec2 coordinate;
layout(location = 0) out vec4 color;

void main() {
    color = vec4(shine, coordinate.x);
}
