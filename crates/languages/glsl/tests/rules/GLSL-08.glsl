//== fires frag
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define JOIN(a, b) a ## b
void main() {
    float x = MAX(1.0);
    float y = JOIN(+, /);
    float z = MAX(1.0, 2.0
#pragma here
    );
}
//== near frag
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define JOIN(a, b) a ## b
#define NONE() 1.0
void main() {
    float x = MAX(MAX(1.0, 2.0), (3.0, 4.0)), MAX = NONE();
    float JOIN(y, 1) = MAX;
}
