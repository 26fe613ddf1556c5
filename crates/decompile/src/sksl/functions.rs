//! Lists the functions of SkSL that `GLSL.std.450` has.

use glassbox_spirv::build::glsl;

use crate::text::Sign;

/// How a version of SkSL computes an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    /// By a function of both versions.
    Both(&'static str),
    /// By a function of version 300; in version 100 by a helper function, component by component: its name and the
    /// expression that it gives, of `a`, `b` and `c`.
    Later(&'static str, Helper),
    /// By a helper function.
    Never(Helper),
}

/// A helper function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Helper {
    pub(super) name: &'static str,
    pub(super) gives: &'static str,
}

const fn later(function: &'static str, name: &'static str, gives: &'static str) -> Function {
    Function::Later(function, Helper { name, gives })
}

/// The function of a number, and how it reads integers.
pub(super) fn function(number: u32) -> Option<(Function, Sign)> {
    TABLE.iter().find(|(found, ..)| *found == number).map(|(_, function, sign)| (*function, *sign))
}

/// Rounding to even, the value and the whole number below.
pub(super) const ROUND_EVEN: Helper = Helper {
    name: "round_even",
    gives: "a - floor(a) == 0.5 ? 2.0 * floor(0.5 * a + 0.5) : floor(a) + step(0.5, a - floor(a))",
};
/// Without the fraction.
pub(super) const TRUNCATE: Helper = Helper { name: "truncate", gives: "sign(a) * floor(abs(a))" };
/// True for NaN.
pub(super) const IS_NAN: Helper = Helper { name: "is_nan", gives: "!(a <= 0.0 || a >= 0.0)" };
/// True for infinities: nothing else is larger than the largest number.
pub(super) const IS_INF: Helper = Helper { name: "is_inf", gives: "abs(a) > 3.4028235e38" };
/// The integer remainder with the sign of the dividend.
pub(super) const REMAINDER: Helper = Helper { name: "remainder", gives: "a - a / b * b" };
/// The integer remainder with the sign of the divisor.
pub(super) const MODULO: Helper =
    Helper { name: "modulo", gives: "(a - a / b * b) * b < 0 ? a - a / b * b + b : a - a / b * b" };
/// The quotient of an integer, rounded down.
pub(super) const FLOOR_QUOTIENT: Helper =
    Helper { name: "quotient", gives: "a < a / b * b ? a / b - 1 : a / b" };
/// A choice for each component.
pub(super) const CHOOSE: Helper = Helper { name: "choose", gives: "c ? b : a" };
/// Logic for each component.
pub(super) const BOTH: Helper = Helper { name: "both", gives: "a && b" };
/// See [`BOTH`].
pub(super) const EITHER: Helper = Helper { name: "either", gives: "a || b" };
/// The equality that holds of NaN.
pub(super) const NOT_APART: Helper = Helper { name: "not_apart", gives: "!(a < b || a > b)" };

static TABLE: &[(u32, Function, Sign)] = &[
    (glsl::ROUND, later("round", "round_half_up", "floor(a) + step(0.5, a - floor(a))"), Sign::Own),
    (glsl::ROUND_EVEN, Function::Later("roundEven", ROUND_EVEN), Sign::Own),
    (glsl::TRUNC, Function::Later("trunc", TRUNCATE), Sign::Own),
    (glsl::F_ABS, Function::Both("abs"), Sign::Own),
    (glsl::S_ABS, later("abs", "magnitude", "a < 0 ? -a : a"), Sign::Signed),
    (glsl::F_SIGN, Function::Both("sign"), Sign::Own),
    (glsl::S_SIGN, later("sign", "sign_of", "a < 0 ? -1 : a > 0 ? 1 : 0"), Sign::Signed),
    (glsl::FLOOR, Function::Both("floor"), Sign::Own),
    (glsl::CEIL, Function::Both("ceil"), Sign::Own),
    (glsl::FRACT, Function::Both("fract"), Sign::Own),
    (glsl::RADIANS, Function::Both("radians"), Sign::Own),
    (glsl::DEGREES, Function::Both("degrees"), Sign::Own),
    (glsl::SIN, Function::Both("sin"), Sign::Own),
    (glsl::COS, Function::Both("cos"), Sign::Own),
    (glsl::TAN, Function::Both("tan"), Sign::Own),
    (glsl::ASIN, Function::Both("asin"), Sign::Own),
    (glsl::ACOS, Function::Both("acos"), Sign::Own),
    (glsl::ATAN, Function::Both("atan"), Sign::Own),
    (glsl::SINH, later("sinh", "hyperbolic_sine", "0.5 * (exp(a) - exp(-a))"), Sign::Own),
    (glsl::COSH, later("cosh", "hyperbolic_cosine", "0.5 * (exp(a) + exp(-a))"), Sign::Own),
    (
        glsl::TANH,
        later("tanh", "hyperbolic_tangent", "sign(a) * (1.0 - 2.0 / (exp(2.0 * abs(a)) + 1.0))"),
        Sign::Own,
    ),
    (glsl::ASINH, later("asinh", "area_sine", "sign(a) * log(abs(a) + sqrt(a * a + 1.0))"), Sign::Own),
    (glsl::ACOSH, later("acosh", "area_cosine", "log(a + sqrt(a * a - 1.0))"), Sign::Own),
    (glsl::ATANH, later("atanh", "area_tangent", "0.5 * log((1.0 + a) / (1.0 - a))"), Sign::Own),
    (glsl::ATAN2, Function::Both("atan"), Sign::Own),
    (glsl::POW, Function::Both("pow"), Sign::Own),
    (glsl::EXP, Function::Both("exp"), Sign::Own),
    (glsl::LOG, Function::Both("log"), Sign::Own),
    (glsl::EXP2, Function::Both("exp2"), Sign::Own),
    (glsl::LOG2, Function::Both("log2"), Sign::Own),
    (glsl::SQRT, Function::Both("sqrt"), Sign::Own),
    (glsl::INVERSE_SQRT, Function::Both("inversesqrt"), Sign::Own),
    (glsl::MATRIX_INVERSE, Function::Both("inverse"), Sign::Own),
    (glsl::F_MIN, Function::Both("min"), Sign::Own),
    (glsl::U_MIN, Function::Both("min"), Sign::Unsigned),
    (glsl::S_MIN, later("min", "smaller", "a < b ? a : b"), Sign::Signed),
    (glsl::F_MAX, Function::Both("max"), Sign::Own),
    (glsl::U_MAX, Function::Both("max"), Sign::Unsigned),
    (glsl::S_MAX, later("max", "larger", "a > b ? a : b"), Sign::Signed),
    (glsl::F_CLAMP, Function::Both("clamp"), Sign::Own),
    (glsl::U_CLAMP, Function::Both("clamp"), Sign::Unsigned),
    (glsl::S_CLAMP, later("clamp", "limited", "a < b ? b : a > c ? c : a"), Sign::Signed),
    (glsl::F_MIX, Function::Both("mix"), Sign::Own),
    (glsl::STEP, Function::Both("step"), Sign::Own),
    (glsl::SMOOTH_STEP, Function::Both("smoothstep"), Sign::Own),
    (glsl::LENGTH, Function::Both("length"), Sign::Own),
    (glsl::DISTANCE, Function::Both("distance"), Sign::Own),
    (glsl::CROSS, Function::Both("cross"), Sign::Own),
    (glsl::NORMALIZE, Function::Both("normalize"), Sign::Own),
    (glsl::FACE_FORWARD, Function::Both("faceforward"), Sign::Own),
    (glsl::REFLECT, Function::Both("reflect"), Sign::Own),
    (glsl::REFRACT, Function::Both("refract"), Sign::Own),
    (glsl::N_MIN, Function::Both("min"), Sign::Own),
    (glsl::N_MAX, Function::Both("max"), Sign::Own),
    (glsl::N_CLAMP, Function::Both("clamp"), Sign::Own),
    (glsl::LDEXP, Function::Never(Helper { name: "scaled", gives: "a * exp2(float(b))" }), Sign::Own),
];
