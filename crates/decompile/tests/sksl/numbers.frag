#version 450
// What version 100 has no functions for.
layout(set = 0, binding = 0) uniform Values { vec4 v; ivec3 n; mat3 m; mat4 big; } u;
layout(location = 0) out vec4 color;
void main() {
    vec2 p = gl_FragCoord.xy;
    vec4 a = round(u.v) + roundEven(u.v) + trunc(u.v);
    float b = sinh(p.x) + cosh(p.y) + tanh(p.x) + asinh(p.x) + acosh(p.y) + atanh(p.x * 0.1);
    ivec3 n = min(u.n, ivec3(3)) + abs(u.n.zyx) - sign(u.n);
    int k = clamp(u.n.x, -2, 5) + max(u.n.y, 1) + u.n.z % 4;
    float part;
    float fraction = modf(p.x, part);
    bvec2 c = lessThan(p, u.v.xy);
    vec2 chosen = mix(u.v.zw, p, c);
    ivec2 m = ivec2(c.x ? 1 : 2, any(c) ? 3 : 4);
    float d = determinant(u.m) + determinant(u.big) + determinant(mat2(p, p.yx));
    mat3 t = transpose(u.m) * outerProduct(u.v.xyz, vec3(p, 1.0));
    float e = fma(p.x, p.y, 2.0) + ldexp(p.y, k) + mod(p.x, 3.0);
    bool odd = isnan(p.x) || isinf(p.y);
    color = a + vec4(b, fraction, part, d) + vec4(t[0], e) + vec4(chosen, vec2(m)) + vec4(n, odd ? 1.0 : 0.0);
}
