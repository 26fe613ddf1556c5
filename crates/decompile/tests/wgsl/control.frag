#version 450
layout(location = 0) in vec4 given;
layout(location = 1) flat in int kind;
layout(location = 0) out vec4 color;
layout(location = 1) out uint number;
void change(in float by, out float fresh, inout vec4 both) {
    by *= 2.0;
    fresh = by;
    both *= by;
    if (both.x > 9.0) discard;
}
float chosen(int which) {
    float sum = 0.0;
    switch (which) {
        case 0:
            sum += 1.0;
        case 1:
        case 2:
            sum += 2.0;
            break;
        case -3:
            return 7.0;
        default:
            sum = 4.0;
    }
    return sum;
}
void main() {
    vec4 total = given;
    float made;
    change(given.x, made, total);
    int i = 0;
    do {
        i += 2;
        if (i == 4) continue;
        total.x += chosen(i);
    } while (i < kind && total.x < 100.0);
    for (int a = 0, b = 9; a < b; a++, b--) {
        if (a == kind) break;
        total.y += float(a * b);
    }
    while (total.z > 1.0) total.z *= 0.5;
    number = (uint(kind) << 3) >> (i & 7) | 5u & uint(i) ^ 2u;
    bool far = total.x > 1.0 && total.y < 2.0 || kind == 3;
    color = far ? total : vec4(made);
}
