//== fires frag
#version 450
#extension GL_ARB_no_such_thing : require
void main() {}
//== near frag
#version 450
#extension GL_ARB_gpu_shader5 : require
void main() {}
