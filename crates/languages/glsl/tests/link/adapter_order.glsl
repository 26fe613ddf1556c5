//== split frag
#version 330
in vec2 at;
out vec4 color;
int calls = 0;
bool count(bool way) { calls++; return way; }
bool pure(float x) { return x > 0.5; }
bool near(float x) { return pure(x) && count(true); }
void main() {
    bool a = pure(at.x) && pure(at.y);
    bool b = a && count(true);
    bool c = a || count(false) || pure(at.x) && near(at.y) && a;
    bool d = !(a ^^ b && count(b)) ? c || count(c) : a && (b || calls++ > 2);
    for (int i = 0; i < 4 && count(d); i++) color.x += 1.0;
    if (a) if (b && near(at.x)) color.y = 1.0; else return;
    int n = 0;
    do {
        n++;
        if (n == 2) continue;
        do { if (n > 5) continue; n += 2; } while (n < 4 && near(at.x));
    } while (n < 8);
    if (a) do { if (b) continue; n++; } while (n < 9); else n = 0;
    color.z = float(n), color.w = pure(at.x) || near(at.x) ? 1.0 : 0.0;
    int list[3] = int[3](1, 2, int(a && count(b)));
}
