// A colour that main returns becomes `sk_FragColor`.
float slope(float2 p) { return dFdy(p.y); }
half4 main(float2 p) { return half4(half(slope(p))); }
