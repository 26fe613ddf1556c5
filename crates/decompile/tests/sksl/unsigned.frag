#version 450
// What only version 300 has.
layout(set = 0, binding = 0) uniform Values { uvec2 bits; int index; float values[4]; uint flags; } u;
layout(location = 0) out vec4 color;
void main() {
    uint hash = u.bits.x ^ (u.bits.y << 3u);
    uint rest = 5u;
    while (hash > 7u && rest > 0u) { hash = (hash >> 1u) + 3u; rest--; }
    float slope = dFdx(gl_FragCoord.x) + fwidth(gl_FragCoord.y);
    float table[3] = float[3](1.0, 2.0, float(u.index));
    switch (hash) { case 1u: slope += 1.0; break; default: slope -= 1.0; }
    bool on = (u.flags & 4u) != 0u;
    color = vec4(uintBitsToFloat(hash), u.values[u.index], table[u.index & 1] * slope, on ? 1.0 : 0.0);
}
