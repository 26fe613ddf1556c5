// Functions that the module defines.
half4 main(float2 p) {
    half4 src = half4(half(p.x / 8), 0.25, 0, 1) * half(p.y / 8);
    half4 dst = half4(0.25, 0.5, 0.75, 1);
    return p.x < 4 ? blend_overlay(src, dst) : blend_color_dodge(src, dst);
}
