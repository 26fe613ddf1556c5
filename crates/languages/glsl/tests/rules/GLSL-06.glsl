//== fires frag
#define QUALITY 2
#if QUALTY > 1
#endif
void main() {}
//== near frag
#if defined(QUALTY) || 1
#endif
void main() {}
