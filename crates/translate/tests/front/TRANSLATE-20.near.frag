#version 330
out vec4 color;
void main() { float missing = 1.0; color = vec4(missing); }
