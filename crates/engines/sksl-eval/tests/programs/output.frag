// The colour is a variable; what is discarded stays transparent.
// size 8 6
void main() {
    float2 p = sk_FragCoord.xy;
    if (distance(p, float2(4, 3)) > 3) { discard; }
    sk_FragColor = half4(half2(p / 8), half(sk_Clockwise), 1);
}
