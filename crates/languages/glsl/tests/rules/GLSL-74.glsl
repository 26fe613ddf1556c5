//== fires vert
#version 330
attribute vec4 place;
void main() { gl_Position = place; }
//== near vert
#version 330
in vec4 place;
void main() { gl_Position = place; }
