//== matrices@vulkan1.0 vert
#version 450
layout(location = 0) in vec3 v;
layout(location = 1) in float f;
void main() {
    mat3 a = mat3(f);
    mat3 b = mat3(1.0, f, 2.0, v, v.zyx);
    mat2x3 narrow = mat2x3(a);
    mat4 wide = mat4(b);
    a *= b;
    a = -a + b / a - 2.0 * b;
    a++;
    bool same = a == b;
    vec3 u = a * v + v * b;
    u *= a;
    gl_Position = wide * vec4(u, same ? 1.0 : f) + vec4(narrow[1], narrow[0].x);
}
//== selections@vulkan1.0 frag
#version 450
layout(location = 0) flat in int i;
layout(location = 1) in vec4 v;
layout(location = 0) out vec4 color;
const float table[4] = float[](1.0, 2.0, 4.0, 8.0);
vec4 make() { return v * 2.0; }
void main() {
    vec4 a = v;
    a.wx = a.xy;
    a.zyxw = a;
    a[i] = a.yzx[1];
    float one = make()[i] + make().z + a.zyx[i];
    float f = table[i] + table[i + 1] + table[2];
    f.x += 1.0;
    mat2 m = mat2(a);
    m[i].y = f.xxx.y;
    int k = i;
    int n = k++ * 2 + k;
    color = a + one + m[1][i] + float(n) + f;
}
//== conditions@vulkan1.0 frag
#version 450
layout(location = 0) flat in ivec2 i;
layout(location = 0) out vec4 color;
bool effect(inout int at) { return ++at > 3; }
void main() {
    int n = i.x;
    bool a = n > 1 && n < 5;
    bool b = a || effect(n) && !effect(n) ^^ a;
    vec2 pair = b ? vec2(1.0) : vec2(n);
    float f = a ? 1.0 : 2.0;
    color = vec4(pair, (n += 2, n), f);
}
//== conversions@vulkan1.1 comp
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(binding = 0) buffer Data { int i; uint u; float f; double d; int8_t b; uint16_t s; int64_t l; float16_t h; } x;
void main() {
    x.u = uint(x.i) + uint(x.f) + uint(x.b) + uint(x.s);
    x.l = int64_t(x.u) + int64_t(x.d) - int64_t(x.b);
    x.h = float16_t(x.s) * float16_t(x.f);
    x.d = double(x.l) + double(bool(x.i)) + double(x.h);
    x.i = int(x.u) % 7 >> 2u;
    x.s = uint16_t(x.b) << 3s;
}
//== equality@vulkan1.3 frag
#version 450
struct S { vec2 v; float a[3]; };
layout(location = 0) flat in vec4 i;
layout(location = 0) out vec4 color;
void main() {
    S one = S(i.xy, float[](i.x, i.y, i.z));
    S two = one;
    two.a[1]++;
    color = vec4(one == two, one.a != two.a, i.xy == i.zw, bvec2(true, i.x > 0.0) != bvec2(false));
}
//== exact@vulkan1.0 vert
#version 450
layout(location = 0) in vec4 a;
layout(location = 1) in vec4 b;
precise gl_Position;
vec4 free;
void main() {
    vec4 feeds = a * b + a;
    vec4 other = a * b - a;
    gl_Position = feeds * 2.0;
    free = other * 2.0;
    gl_PointSize = free.x;
}
//== relaxed@vulkan1.0 frag
#version 310 es
precision mediump float;
layout(location = 0) in vec4 a;
layout(location = 1) in highp vec4 b;
layout(location = 0) out vec4 color;
void main() {
    vec4 c = a * a;
    highp vec4 d = a * b;
    color = c + vec4(d.x > 1.0);
}
