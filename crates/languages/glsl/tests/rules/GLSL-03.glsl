//== fires frag
#defin A 1
#include oops
#undef
#ifdef
#endif
#extension GL_EXT_x
#line x
void main() {}
//== near frag
#define A 1
#
#undef A
#pragma optimize(off)
#extension GL_EXT_x : enable
#line 7 0
void main() {}
