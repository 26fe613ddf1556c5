//! Provides the source of builtin functions that are copied into programs: those with a body.
//!
//! A program that calls one stores a copy of it as a shared function, so writing programs requires the body.
//! Runtime effects and generic programs have one such function, `unpremul`; fragment and vertex programs have
//! the blend modes with their helpers, and a little geometry.
//!
//! The formulas are those of W3C Compositing and Blending, for premultiplied colours. Parameter and variable
//! names and the order of terms match the modules' binaries, because programs store them.

/// Functions that Skia's compiler inlines into other functions of the module at load time. They are called
/// once, or are so small that all their calls together are.
const INLINED: [&str; 5] = [
    "$blend_color_luminance",
    "$blend_color_saturation",
    "$guarded_divide",
    "blend_overlay",
    "blend_src_over",
];

/// True if the module's other functions contain the function's body instead of calls.
pub fn is_inlined(name: &str) -> bool {
    INLINED.binary_search(&name).is_ok()
}

/// Source of each overload of a builtin function with a body, in overload order.
pub fn body(name: &str) -> Option<&'static [&'static str]> {
    let at = BODIES.binary_search_by_key(&name, |&(known, _)| known).ok()?;
    BODIES.get(at).map(|&(_, sources)| sources)
}

/// Functions with their sources, sorted by name.
static BODIES: &[(&str, &[&str])] = &[
    // Luminance of a colour, using the weights of the primaries.
    (
        "$blend_color_luminance",
        &["half $blend_color_luminance(half3 color) { return dot(half3(0.3, 0.59, 0.11), color); }"],
    ),
    (
        "$blend_color_saturation",
        &["half $blend_color_saturation(half3 color) {
            return max(max(color.x, color.y), color.z) - min(min(color.x, color.y), color.z);
        }"],
    ),
    (
        "$blend_overlay_component",
        &["half $blend_overlay_component(half2 s, half2 d) {
            return 2 * d.x <= d.y ? 2 * s.x * d.x : s.y * d.y - 2 * (d.y - d.x) * (s.y - s.x);
        }"],
    ),
    // Sets a colour's luminance, then clips it to the range from 0 to alpha.
    (
        "$blend_set_color_luminance",
        &["half3 $blend_set_color_luminance(half3 hueSatColor, half alpha, half3 lumColor) {
            half lum = $blend_color_luminance(lumColor);
            half3 result = lum - $blend_color_luminance(hueSatColor) + hueSatColor;
            half minComp = min(min(result.x, result.y), result.z);
            half maxComp = max(max(result.x, result.y), result.z);
            if (minComp < 0 && lum != minComp) {
                result = lum + (result - lum) * $guarded_divide(lum, lum - minComp);
            }
            if (maxComp > alpha && maxComp != lum) {
                return lum + $guarded_divide((result - lum) * (alpha - lum), maxComp - lum);
            } else {
                return result;
            }
        }"],
    ),
    // Sorts the components into minimum, middle and maximum, and returns the result in their original order.
    (
        "$blend_set_color_saturation",
        &["half3 $blend_set_color_saturation(half3 hueLumColor, half3 satColor) {
            half sat = $blend_color_saturation(satColor);
            if (hueLumColor.x <= hueLumColor.y) {
                if (hueLumColor.y <= hueLumColor.z) {
                    return $blend_set_color_saturation_helper(hueLumColor.xyz, sat);
                } else if (hueLumColor.x <= hueLumColor.z) {
                    return $blend_set_color_saturation_helper(hueLumColor.xzy, sat).xzy;
                } else {
                    return $blend_set_color_saturation_helper(hueLumColor.zxy, sat).yzx;
                }
            } else if (hueLumColor.x <= hueLumColor.z) {
                return $blend_set_color_saturation_helper(hueLumColor.yxz, sat).yxz;
            } else if (hueLumColor.y <= hueLumColor.z) {
                return $blend_set_color_saturation_helper(hueLumColor.yzx, sat).zxy;
            } else {
                return $blend_set_color_saturation_helper(hueLumColor.zyx, sat).zyx;
            }
        }"],
    ),
    (
        "$blend_set_color_saturation_helper",
        &["half3 $blend_set_color_saturation_helper(half3 minMidMax, half sat) {
            if (minMidMax.x < minMidMax.z) {
                return half3(0, $guarded_divide(sat * (minMidMax.y - minMidMax.x), minMidMax.z - minMidMax.x), sat);
            } else {
                return half3(0);
            }
        }"],
    ),
    (
        "$color_burn_component",
        &["half $color_burn_component(half2 s, half2 d) {
            if (d.y == d.x) {
                return s.y * d.y + s.x * (1 - d.y) + d.x * (1 - s.y);
            } else if (s.x == 0) {
                return d.x * (1 - s.y);
            } else {
                half delta = max(0, d.y - $guarded_divide((d.y - d.x) * s.y, s.x));
                return delta * s.y + s.x * (1 - d.y) + d.x * (1 - s.y);
            }
        }"],
    ),
    (
        "$color_dodge_component",
        &["half $color_dodge_component(half2 s, half2 d) {
            if (d.x == 0) {
                return s.x * (1 - d.y);
            } else {
                half delta = s.y - s.x;
                if (delta == 0) {
                    return s.y * d.y + s.x * (1 - d.y) + d.x * (1 - s.y);
                } else {
                    delta = min(d.y, $guarded_divide(d.x * s.y, delta));
                    return delta * s.y + s.x * (1 - d.y) + d.x * (1 - s.y);
                }
            }
        }"],
    ),
    // Some devices flush a tested divisor to zero; adding the smallest value that changes nothing prevents a
    // division by it.
    (
        "$guarded_divide",
        &[
            "half $guarded_divide(half n, half d) {
                return sk_Caps.mustGuardDivisionEvenAfterExplicitZeroCheck ? n / (d + 0.00000001) : n / d;
            }",
            "half3 $guarded_divide(half3 n, half d) {
                return sk_Caps.mustGuardDivisionEvenAfterExplicitZeroCheck ? n / (d + 0.00000001) : n / d;
            }",
        ],
    ),
    (
        "$soft_light_component",
        &["half $soft_light_component(half2 s, half2 d) {
            if (2 * s.x <= s.y) {
                return $guarded_divide(d.x * d.x * (s.y - 2 * s.x), d.y) + (1 - d.y) * s.x + d.x * (-s.y + 2 * s.x + 1);
            } else if (4 * d.x <= d.y) {
                half DSqd = d.x * d.x;
                half DCub = DSqd * d.x;
                half DaSqd = d.y * d.y;
                half DaCub = DaSqd * d.y;
                return $guarded_divide(
                    DaSqd * (s.x - d.x * (3 * s.y - 6 * s.x - 1)) + 12 * d.y * DSqd * (s.y - 2 * s.x)
                        - 16 * DCub * (s.y - 2 * s.x) - DaCub * s.x,
                    DaSqd);
            } else {
                return d.x * (s.y - 2 * s.x + 1) + s.x - sqrt(d.y * d.x) * (s.y - 2 * s.x) - d.y * s.x;
            }
        }"],
    ),
    ("blend_clear", &["half4 blend_clear(half4 src, half4 dst) { return half4(0); }"]),
    (
        "blend_color",
        &["half4 blend_color(half4 src, half4 dst) {
            half alpha = dst.w * src.w;
            half3 sda = src.xyz * dst.w;
            half3 dsa = dst.xyz * src.w;
            return half4($blend_set_color_luminance(sda, alpha, dsa) + dst.xyz - dsa + src.xyz - sda,
                         src.w + dst.w - alpha);
        }"],
    ),
    (
        "blend_color_burn",
        &["half4 blend_color_burn(half4 src, half4 dst) {
            return half4($color_burn_component(src.xw, dst.xw), $color_burn_component(src.yw, dst.yw),
                         $color_burn_component(src.zw, dst.zw), src.w + (1 - src.w) * dst.w);
        }"],
    ),
    (
        "blend_color_dodge",
        &["half4 blend_color_dodge(half4 src, half4 dst) {
            return half4($color_dodge_component(src.xw, dst.xw), $color_dodge_component(src.yw, dst.yw),
                         $color_dodge_component(src.zw, dst.zw), src.w + (1 - src.w) * dst.w);
        }"],
    ),
    (
        "blend_darken",
        &["half4 blend_darken(half4 src, half4 dst) {
            half4 result = blend_src_over(src, dst);
            result.xyz = min(result.xyz, (1 - dst.w) * src.xyz + dst.xyz);
            return result;
        }"],
    ),
    (
        "blend_difference",
        &["half4 blend_difference(half4 src, half4 dst) {
            return half4(src.xyz + dst.xyz - 2 * min(src.xyz * dst.w, dst.xyz * src.w),
                         src.w + (1 - src.w) * dst.w);
        }"],
    ),
    ("blend_dst", &["half4 blend_dst(half4 src, half4 dst) { return dst; }"]),
    (
        "blend_dst_atop",
        &["half4 blend_dst_atop(half4 src, half4 dst) { return (1 - dst.w) * src + src.w * dst; }"],
    ),
    ("blend_dst_in", &["half4 blend_dst_in(half4 src, half4 dst) { return dst * src.w; }"]),
    ("blend_dst_out", &["half4 blend_dst_out(half4 src, half4 dst) { return (1 - src.w) * dst; }"]),
    ("blend_dst_over", &["half4 blend_dst_over(half4 src, half4 dst) { return (1 - dst.w) * src + dst; }"]),
    (
        "blend_exclusion",
        &["half4 blend_exclusion(half4 src, half4 dst) {
            return half4(dst.xyz + src.xyz - 2 * dst.xyz * src.xyz, src.w + (1 - src.w) * dst.w);
        }"],
    ),
    (
        "blend_hard_light",
        &["half4 blend_hard_light(half4 src, half4 dst) { return blend_overlay(dst, src); }"],
    ),
    (
        "blend_hue",
        &["half4 blend_hue(half4 src, half4 dst) {
            half alpha = dst.w * src.w;
            half3 sda = src.xyz * dst.w;
            half3 dsa = dst.xyz * src.w;
            return half4($blend_set_color_luminance($blend_set_color_saturation(sda, dsa), alpha, dsa) + dst.xyz - dsa
                             + src.xyz - sda,
                         src.w + dst.w - alpha);
        }"],
    ),
    (
        "blend_lighten",
        &["half4 blend_lighten(half4 src, half4 dst) {
            half4 result = blend_src_over(src, dst);
            result.xyz = max(result.xyz, (1 - dst.w) * src.xyz + dst.xyz);
            return result;
        }"],
    ),
    (
        "blend_luminosity",
        &["half4 blend_luminosity(half4 src, half4 dst) {
            half alpha = dst.w * src.w;
            half3 sda = src.xyz * dst.w;
            half3 dsa = dst.xyz * src.w;
            return half4($blend_set_color_luminance(dsa, alpha, sda) + dst.xyz - dsa + src.xyz - sda,
                         src.w + dst.w - alpha);
        }"],
    ),
    ("blend_modulate", &["half4 blend_modulate(half4 src, half4 dst) { return src * dst; }"]),
    (
        "blend_multiply",
        &["half4 blend_multiply(half4 src, half4 dst) {
            return half4((1 - src.w) * dst.xyz + (1 - dst.w) * src.xyz + src.xyz * dst.xyz,
                         src.w + (1 - src.w) * dst.w);
        }"],
    ),
    (
        "blend_overlay",
        &["half4 blend_overlay(half4 src, half4 dst) {
            half4 result = half4($blend_overlay_component(src.xw, dst.xw), $blend_overlay_component(src.yw, dst.yw),
                                 $blend_overlay_component(src.zw, dst.zw), src.w + (1 - src.w) * dst.w);
            result.xyz += dst.xyz * (1 - src.w) + src.xyz * (1 - dst.w);
            return result;
        }"],
    ),
    ("blend_plus", &["half4 blend_plus(half4 src, half4 dst) { return min(src + dst, 1); }"]),
    (
        "blend_saturation",
        &["half4 blend_saturation(half4 src, half4 dst) {
            half alpha = dst.w * src.w;
            half3 sda = src.xyz * dst.w;
            half3 dsa = dst.xyz * src.w;
            return half4($blend_set_color_luminance($blend_set_color_saturation(dsa, sda), alpha, dsa) + dst.xyz - dsa
                             + src.xyz - sda,
                         src.w + dst.w - alpha);
        }"],
    ),
    ("blend_screen", &["half4 blend_screen(half4 src, half4 dst) { return src + (1 - src) * dst; }"]),
    (
        "blend_soft_light",
        &["half4 blend_soft_light(half4 src, half4 dst) {
            return dst.w == 0 ? src : half4($soft_light_component(src.xw, dst.xw), $soft_light_component(src.yw, dst.yw),
                                            $soft_light_component(src.zw, dst.zw), src.w + (1 - src.w) * dst.w);
        }"],
    ),
    ("blend_src", &["half4 blend_src(half4 src, half4 dst) { return src; }"]),
    (
        "blend_src_atop",
        &["half4 blend_src_atop(half4 src, half4 dst) { return dst.w * src + (1 - src.w) * dst; }"],
    ),
    ("blend_src_in", &["half4 blend_src_in(half4 src, half4 dst) { return src * dst.w; }"]),
    ("blend_src_out", &["half4 blend_src_out(half4 src, half4 dst) { return (1 - dst.w) * src; }"]),
    ("blend_src_over", &["half4 blend_src_over(half4 src, half4 dst) { return src + (1 - src.w) * dst; }"]),
    (
        "blend_xor",
        &["half4 blend_xor(half4 src, half4 dst) { return (1 - dst.w) * src + (1 - src.w) * dst; }"],
    ),
    (
        "cross_length_2d",
        &[
            "float cross_length_2d(float2 a, float2 b) {
                return sk_Caps.builtinDeterminantSupport ? determinant(float2x2(a, b)) : a.x * b.y - a.y * b.x;
            }",
            "half cross_length_2d(half2 a, half2 b) {
                return sk_Caps.builtinDeterminantSupport ? determinant(half2x2(a, b)) : a.x * b.y - a.y * b.x;
            }",
        ],
    ),
    ("proj", &["float2 proj(float3 p) { return p.xy / p.z; }"]),
    (
        "unpremul",
        &[
            "half4 unpremul(half4 color) { return half4(color.xyz / max(color.w, 0.0001), color.w); }",
            "float4 unpremul(float4 color) { return float4(color.xyz / max(color.w, 0.0001), color.w); }",
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::{BODIES, INLINED};

    #[test]
    fn names_are_sorted_as_the_searches_need() {
        assert!(BODIES.is_sorted_by_key(|&(name, _)| name));
        assert!(INLINED.is_sorted());
    }
}
