// uniform shade = 0.5, 0.25, 1, 1
in half4 shade;
half4 main(float2 p) { return shade * half(p.x / 8); }
