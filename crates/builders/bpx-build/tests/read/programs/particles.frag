#version 430 core
in vec4 tint;
layout(location = 0) out vec4 color;

void main() {
    color = tint * smoothstep(0.5, 0.4, length(gl_PointCoord - 0.5));
}
