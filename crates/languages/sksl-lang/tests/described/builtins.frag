// Builtin variables in the order of their first use, functions that use others, and what comes along unasked.
uniform half4 tint;
half4 mixed(half4 c) { return blend_soft_light(c, tint) + blend_hard_light(tint, c); }
bool is_front() { return sk_Clockwise; }
void main() {
    sk_SecondaryFragColor = mixed(sk_LastFragColor);
    if (is_front()) discard;
    sk_FragColor = half4(sk_FragCoord);
}
