//== fires frag
void main() { float x = (1.0 + 2.0]; }
//== near frag
void main() { float x = (((1.0) + (2.0))); }
