//== fires frag
#define STRAY 1.0 $ 2.0
void main() { float x = 1.0 @ 2.0, y = STRAY, z = STRAY; }
/* open
//== near frag
// @ is fine here, and so is "this" and 'that'
void main() { float x = 1.0 /* @ */ + 2.0; }
