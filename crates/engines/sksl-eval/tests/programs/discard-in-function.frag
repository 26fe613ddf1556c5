out half4 color;
void check(float x) { for (int i = 0; i < 5; i++) { if (float(i) * 0.3 > x) { return; } if (x * float(i) == 10.5) { discard; } } }
void main() {
    color = half4(1, 0, 0, 1);
    check(sk_FragCoord.x);
    check(sk_FragCoord.y);
    color = half4(0, half2(sk_FragCoord.xy / 8), 1);
}
