// Takes the second of two outputs, and declares the first without using it.
#version 450
layout(location = 1) in vec4 color;
layout(location = 2) in vec2 corner;
layout(location = 0) out vec4 result;

void main() {
    result = vec4(corner, gl_FragCoord.z, 1.0);
}
