#version 330
in vec2 at;
out vec4 color;
void main() { color = at.xyxy; }
