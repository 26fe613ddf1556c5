//== fires frag
#endif
#if 1
#else
#else
#endif
#ifdef NEVER
void main() {}
//== near frag
#if 0
#elif 1
#else
#endif
void main() {}
