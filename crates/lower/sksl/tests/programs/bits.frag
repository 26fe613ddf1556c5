// Builtin functions of the GPU module.
void main() {
    bool right = true;
    int zero = int(sk_FragCoord.x) - int(sk_FragCoord.x);
    float none = float(zero);
    right = right && bitCount(zero + 255) == 8 && findLSB(zero + 40) == 3 && findMSB(zero + 40) == 5;
    right = right && findMSB(zero - 1) == -1 && findLSB(zero) == -1;
    int exponent;
    float part = frexp(12 + none, exponent);
    right = right && part == 0.75 && exponent == 4 && ldexp(0.75 + none, zero + 4) == 12;
    right = right && fma(2 + none, 3, 4) == 10;
    right = right && packHalf2x16(float2(1, 2) + none) == uint(1073757184);
    right = right && unpackHalf2x16(uint(1073757184 + zero)) == float2(1, 2);
    right = right && packUnorm4x8(float4(1, 0, 1, 0) + none) == uint(16711935);
    right = right && unpackUnorm4x8(uint(16711935)) == float4(1, 0, 1, 0);
    right = right && packSnorm4x8(float4(1, -1, 0, 0) + none) == uint(33151);
    right = right && unpackSnorm2x16(packSnorm2x16(float2(1, -1) + none)) == float2(1, -1);
    half4 under = half4(half(none), 0, 1, 1);
    right = right && blend_src_over(half4(0), under) == under && blend_screen(half4(1), under) == half4(1);
    right = right && sk_Clockwise == sk_Clockwise;
    sk_FragColor = right ? half4(0, 1, 0, 1) : half4(1, 0, 0, 1);
}
