//== fires frag
void main() { float x = 1.0 @ 2.0; }
/* open
//== near frag
// @ is fine here, and so is "this" and 'that'
void main() { float x = 1.0 /* @ */ + 2.0; }
