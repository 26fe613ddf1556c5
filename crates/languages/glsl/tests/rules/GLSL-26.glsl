//== fires vert
#version 450
layout(location = 0) in mat4 model;
layout(location = 3) in vec4 place;
void main() { gl_Position = model * place; }
//== near vert
#version 450
layout(location = 0) in mat4 model;
layout(location = 4) in vec4 place;
in vec4 more;
void main() { gl_Position = model * place + more; }
