//! Values worked out by hand: one program a row, the colour of the pixel whose centre is (0.5, 0.5).

use std::sync::Arc;

use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_eval::{Code, Effect, Frame, Settings};
use glassbox_sksl_lang::{Options, compile};

/// What `expression`, of one of the types that numbers can be made of, is for a pixel whose `x` is 0.5.
fn value(expression: &str) -> f32 {
    let source = format!(
        "uniform float zero; uniform float k; \
         half4 main(float2 p) {{ float x = p.x; int n = int(p.x + 3); return half4(half(float({expression}))); }}"
    );
    let compilation = compile(&source, &Options::new(ProgramKind::SHADER));
    let program = compilation.program.unwrap_or_else(|| panic!("{expression}: {:?}", compilation.findings));
    let code =
        Code::compile(&program, &Settings::default()).unwrap_or_else(|findings| panic!("{findings:?}"));
    let mut effect = Effect::new(Arc::new(code));
    effect.set_uniform("k", &[2.0]).expect("a uniform");
    let mut picture = [0.0f32; 4];
    effect.render(&Frame::new(1, 1), &mut picture, &|_| ()).expect("a picture");
    picture[0]
}

#[test]
fn values_are_those_of_the_language() {
    let rows: &[(&str, f32)] = &[
        // Arithmetic, with the uniforms 0 and 2, x = 0.5, n = 3.
        ("x + k * 3.0 - 1.0", 5.5),
        ("k / x", 4.0),
        ("-x", -0.5),
        ("n * 5 - 7", 8.0),
        ("n / 2", 1.0),
        ("-n / 2", -1.0),
        ("n / int(zero)", -3.0),
        ("-n % 2", -1.0),
        ("n % int(zero)", 3.0),
        ("uint(n) / uint(zero)", 0.0),
        ("n << 33 - n * 10", 24.0),
        ("(-n) >> 1", -2.0),
        ("uint(-n) >> uint(28)", 15.0),
        ("n ^ 5", 6.0),
        ("~n", -4.0),
        ("short(n) * short(2)", 6.0),
        // Comparison, truth.
        ("x < k", 1.0),
        ("x >= k", 0.0),
        ("zero / zero == zero / zero", 0.0),
        ("zero / zero != zero / zero", 1.0),
        ("bool(zero / zero)", 1.0),
        ("!(x > 0.25) ^^ true", 1.0),
        // Conversion.
        ("int(k * 1.25 + x - 0.01)", 2.0),
        ("int(-k * 1.25)", -2.0),
        ("int(k * 3e9)", 2_147_483_647.0),
        ("int(-k * 3e9)", -2_147_483_648.0),
        ("int(zero / zero)", 0.0),
        ("uint(-k)", 0.0),
        ("uint(k * 2e9)", 4e9),
        // Rounding.
        ("floor(-x)", -1.0),
        ("ceil(-x)", 0.0),
        ("fract(-x * 0.5)", 0.75),
        ("round(k + x)", 2.0),
        ("roundEven(k + 1.5 * k * x)", 4.0),
        ("trunc(-1.75 * k)", -3.0),
        ("floor(k * 4e9)", 8e9),
        ("mod(-x, k)", 1.5),
        ("mod(x, -k)", -1.5),
        ("sign(-k)", -1.0),
        ("sign(zero)", 0.0),
        ("sign(-n)", -1.0),
        ("abs(-n)", 3.0),
        // Limits.
        ("min(x, k)", 0.5),
        ("max(n, 7)", 7.0),
        ("min(zero / zero, k)", 2.0),
        ("max(zero / zero, x)", 0.5),
        ("clamp(k, 0.0, 1.0)", 1.0),
        ("clamp(n, 4, 9)", 4.0),
        ("clamp(uint(n), uint(0), uint(2))", 2.0),
        ("saturate(zero / zero)", 0.0),
        ("step(k, x)", 0.0),
        ("step(x, x)", 1.0),
        ("smoothstep(0.0, 1.0, x * 0.5)", 0.15625),
        ("smoothstep(zero, zero, zero)", 1.0),
        ("mix(k, 4.0, x)", 3.0),
        ("mix(k, 4.0, x > 1.0)", 2.0),
        // Geometry.
        ("length(float3(k, 3.0, 6.0))", 7.0),
        ("distance(float2(k, 1.0), float2(5.0, 5.0))", 5.0),
        ("dot(float3(k), float3(1.0, x, 3.0))", 9.0),
        ("cross(float3(k, 0.0, 0.0), float3(0.0, 3.0, 0.0)).z", 6.0),
        ("normalize(float2(3.0, k * 2.0)).y", 0.8),
        ("reflect(float2(k, -k), float2(0.0, 1.0)).y", 2.0),
        ("faceforward(float2(k, 1.0), float2(1.0, 0.0), float2(1.0, 0.0)).x", -2.0),
        ("refract(float2(0.0, -1.0), float2(0.0, 1.0), k).y", -1.0),
        // Matrices: columns, products, inverses.
        ("float2x2(1, 2, 3, k * 2)[1][0]", 3.0),
        ("(float2x2(1, 2, 3, 4) * float2(k, 1)).x", 5.0),
        ("(float2(k, 1) * float2x2(1, 2, 3, 4)).x", 4.0),
        ("(float2x2(1, 2, 3, 4) * float2x2(k, 0, 1, 1))[1].y", 6.0),
        ("inverse(float2x2(k, 0, 0, 4))[1][1]", 0.25),
        ("determinant(float3x3(k, 0, 0, 0, 3, 0, 0, 5, 4))", 24.0),
        ("transpose(float2x3(1, 2, 3, k * 2, 5, 6))[2][1]", 6.0),
        ("outerProduct(float2(k, 3), float2(5, 7))[1][0]", 14.0),
        ("float3x3(float2x2(k))[2][2]", 1.0),
        ("float4(float2x2(1, k, 3, 4)).y", 2.0),
        ("float2x2(k) == float2x2(2, 0, 0, 2)", 1.0),
        // Words.
        ("packUnorm2x16(float2(1.0, x * k)) == uint(0xFFFFFFFF)", 1.0),
        ("unpackUnorm2x16(uint(0xFFFF0000)).y", 1.0),
        ("floatBitsToInt(x * k) == 0x3F800000", 1.0),
        ("intBitsToFloat(0x3F000000 + n - 3)", 0.5),
        ("isnan(zero / zero)", 1.0),
        ("isinf(x / zero)", 1.0),
        ("isinf(x)", 0.0),
        // Curves that are not approximated, and what approximations leave alone.
        ("sqrt(k * 8.0)", 4.0),
        ("inversesqrt(k * 2.0)", 0.5),
        ("pow(zero, zero)", 0.0),
        ("pow(x * k, 100.0)", 1.0),
        ("sinh(zero) + cosh(zero) + tanh(zero)", 1.0),
        ("acosh(x * k)", 0.0),
        // Values of variables.
        ("(n++ + n) * 10 + n", 74.0),
        ("(n += 2, n * 2)", 10.0),
        ("true ? k : x", 2.0),
        ("x > k ? x : k", 2.0),
        ("float3(x, k, 5).zyx.y", 2.0),
        ("float3(x, k, 5)[n - 1]", 5.0),
        ("float3(x, k, 5)[n * 9]", 5.0),
        ("float3(x, k, 5)[-n]", 5.0),
    ];
    for &(expression, expected) in rows {
        let found = value(expression);
        assert!(
            found == expected || (found - expected).abs() < expected.abs() * 1e-6,
            "{expression} is {found}, expected {expected}"
        );
    }
}

#[test]
fn curves_are_as_near_as_documented() {
    let rows: &[(&str, f32, f32)] = &[
        ("sin(k)", 0.909_297_4, 0.0002),
        ("cos(k)", -0.416_146_84, 0.0002),
        ("tan(x)", 0.546_302_5, 0.0001),
        ("asin(x)", std::f32::consts::FRAC_PI_6, 0.000_07),
        ("acos(x)", std::f32::consts::FRAC_PI_3, 0.000_07),
        ("atan(k)", 1.107_148_7, 0.000_23),
        ("atan(-x, -k)", -2.896_613_9, 0.000_23),
        ("exp(k)", 7.389_056, 0.0004),
        ("log(k)", std::f32::consts::LN_2, 0.000_15),
        ("exp2(x)", std::f32::consts::SQRT_2, 0.0001),
        ("log2(x * 6.0)", 1.584_962_5, 0.000_15),
        ("pow(k, x)", std::f32::consts::SQRT_2, 0.0003),
        ("degrees(k)", 114.591_56, 0.0001),
        ("radians(k)", 0.034_906_585, 0.000_001),
        ("sinh(x)", 0.521_095_3, 0.000_001),
        ("asinh(k)", 1.443_635_5, 0.000_001),
        ("atanh(x)", 0.549_306_1, 0.000_001),
    ];
    for &(expression, expected, error) in rows {
        let found = value(expression);
        assert!((found - expected).abs() <= error, "{expression} is {found}, expected {expected}");
    }
}
