//== fires frag
#version 455
void main() {}
//== near frag
#version 460 compatibility
void main() {}
