//== fires frag
#version 330
out vec4 color;
int calls;
int next() { return calls++; }
void main() {
    int i = 0;
    float list[3];
    list[i++] += 1.0;
    list[next()] *= 2.0;
    color[i = 1] -= 1.0;
    do
        if (i++ == 2) continue;
    while (i < 4);
}
//== near frag
#version 330
out vec4 color;
int first(int a[2]) { return a[0]; }
void main() {
    int i = 0;
    float list[3];
    int ways[2];
    list[i++] = 1.0;
    list[i + 1] += float(i++);
    list[first(ways)] *= 2.0;
    list[i >= 1 ? 0 : 1] -= 2.0;
    do {
        if (i++ == 2) continue;
    } while (i < 4);
    do i++; while (i < 9);
    for (int k = 0; k < 3; k++) list[k] += 1.0;
    if (i++ > 2) color.x *= 2.0; else color[1] -= 1.0;
    while (i-- > 0) (list)[1] += 1.0;
    color = vec4(list[0]);
}
