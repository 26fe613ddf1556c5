// The same functions without the optimiser: what the module's own functions call stays.
// settings: unoptimized
uniform half4 a, b;
uniform float3 at;
out half4 sum;
out float4 rest;
half4 more(half4 a, half4 b) { return blend_luminosity(a, blend_hue(b, a)); }
void main() {
    sum = more(a, b);
    sum += blend_clear(a, b);
    sum += blend_src(a, b);
    sum += blend_dst(a, b);
    sum += blend_src_over(a, b);
    sum += blend_dst_over(a, b);
    sum += blend_src_in(a, b);
    sum += blend_dst_in(a, b);
    sum += blend_src_out(a, b);
    sum += blend_dst_out(a, b);
    sum += blend_src_atop(a, b);
    sum += blend_dst_atop(a, b);
    sum += blend_xor(a, b);
    sum += blend_plus(a, b);
    sum += blend_modulate(a, b);
    sum += blend_screen(a, b);
    sum += blend_overlay(a, b);
    sum += blend_darken(a, b);
    sum += blend_lighten(a, b);
    sum += blend_color_dodge(a, b);
    sum += blend_color_burn(a, b);
    sum += blend_hard_light(a, b);
    sum += blend_soft_light(a, b);
    sum += blend_difference(a, b);
    sum += blend_exclusion(a, b);
    sum += blend_multiply(a, b);
    sum += blend_hue(a, b);
    sum += blend_saturation(a, b);
    sum += blend_color(a, b);
    sum += blend_luminosity(a, b);
    rest = unpremul(float4(unpremul(sum)));
    rest.xy = proj(at);
    rest.z = cross_length_2d(at.xy, at.yz);
    rest.w = cross_length_2d(a.xy, b.xy);
}
