// Takes one of two outputs.
#version 450
layout(location = 1) in vec2 uv;
layout(location = 0) out vec4 color;

void main() {
    color = vec4(uv, gl_FrontFacing ? 1.0 : 0.0, 1.0);
}
