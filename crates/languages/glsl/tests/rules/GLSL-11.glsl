//== fires frag
#ifndef QUALITY
#error define QUALITY, please: "high" or "low"
#endif
void main() {}
//== near frag
#define QUALITY
#ifndef QUALITY
#error define QUALITY
#endif
void main() {}
