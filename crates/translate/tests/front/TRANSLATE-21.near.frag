#version 330
uniform usampler2D labels;
in vec2 at;
out vec4 color;
void main() { color = vec4(texelFetch(labels, ivec2(at), 0)); }
