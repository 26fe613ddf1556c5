//== fires frag
#version 300 es
out mediump vec4 color;
uniform vec4 tint;
void main() { color = tint; }
//== near frag
#version 300 es
precision mediump float;
out vec4 color;
uniform vec4 tint;
void main() { color = tint; }
