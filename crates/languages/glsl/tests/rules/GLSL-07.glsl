//== fires frag
#define A 1
#define A 2
#define F(x, x) x
#define G(
#define __LINE__ 3
#define H ## x
#define
#define 3
void main() {}
//== near frag
#define A  1
#define A 1
#define F(x, y) x ## y
#undef A
#define A 2
void main() {}
