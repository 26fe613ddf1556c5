//== split frag
#version 400
in vec4 v;
flat in uvec2 u;
out vec4 color;
float frexp(float x, out float y) { y = x; return x; }
void main() {
    vec2 whole;
    uint high, low, carry;
    color.xy = modf(v.xy, whole) + whole;
    umulExtended(u.x, u.y, high, low);
    color.z = float(uaddCarry(high, low, carry)) + float(carry);
    mat2 m = matrixCompMult(mat2(v), mat2(1.0));
    color.w = m[0].x;
}
