//== fires frag
#if 1 / 0
#endif
#if (1
#endif
#if
#endif
#if 1 2
#endif
#if defined
#endif
#if 1.5
#endif
void main() {}
//== near frag
#if (1 + 2) * -3 == -9 && !0 && (6 >> 1) == 3 && (0x10 | 1) == 17 && ~0 == -1 && defined(__VERSION__)
#else
#error no
#endif
#if 0
#if 1 /
#endif
#endif
void main() {}
