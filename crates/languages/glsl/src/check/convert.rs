//! Which types convert to which by themselves, and which of two conversions is better.

use crate::language::Environment;
use crate::types::Scalar;

/// Extensions that bring the conversions among types of stated width.
const EXPLICIT: &[&str] = &[
    "GL_EXT_shader_explicit_arithmetic_types",
    "GL_EXT_shader_explicit_arithmetic_types_int8",
    "GL_EXT_shader_explicit_arithmetic_types_int16",
    "GL_EXT_shader_explicit_arithmetic_types_int32",
    "GL_EXT_shader_explicit_arithmetic_types_int64",
    "GL_EXT_shader_explicit_arithmetic_types_float16",
    "GL_EXT_shader_explicit_arithmetic_types_float32",
    "GL_EXT_shader_explicit_arithmetic_types_float64",
];

/// Whether an extension for types of stated width is on.
pub(crate) fn has_explicit_types(environment: &Environment) -> bool {
    environment.has_any(EXPLICIT)
}

/// Whether no value converts by itself.
pub(crate) fn has_none(environment: &Environment) -> bool {
    if environment.is_embedded() {
        environment.version.number < 310
    } else {
        environment.version.number < 120
    }
}

/// Whether a value converts to another scalar type by itself.
pub(crate) fn converts(environment: &Environment, from: Scalar, to: Scalar) -> bool {
    if from == to {
        return true;
    }
    if has_none(environment) {
        return false;
    }
    let is_ranked = is_promotion(from, to) || is_conversion(environment, from, to);
    if is_ranked && has_explicit_types(environment) {
        return true;
    }
    if environment.is_embedded() {
        let is_known =
            matches!((from, to), (Scalar::Int | Scalar::Uint, Scalar::Float) | (Scalar::Int, Scalar::Uint));
        return is_known && environment.has("GL_EXT_shader_implicit_conversions");
    }
    converts_on_desktop(environment, from, to)
}

/// Conversions to types of 32 and 64 bits and to small floats.
fn converts_on_desktop(environment: &Environment, from: Scalar, to: Scalar) -> bool {
    let is_small_float = is_small_float(from);
    let has_nv = || environment.has("GL_NV_gpu_shader5");
    let has_16 = || environment.has("GL_AMD_gpu_shader_int16") || has_nv();
    let has_half = || environment.has("GL_AMD_gpu_shader_half_float") || has_nv();
    let has_double = || environment.is_since(400, 0) || environment.has("GL_ARB_gpu_shader_fp64");
    let is_8 = matches!(from, Scalar::Int8 | Scalar::Uint8);
    let is_16 = matches!(from, Scalar::Int16 | Scalar::Uint16);
    match to {
        Scalar::Double => match from {
            Scalar::Int | Scalar::Uint | Scalar::Int64 | Scalar::Uint64 | Scalar::Float => has_double(),
            Scalar::Int16 | Scalar::Uint16 => has_double() && has_16(),
            Scalar::Float16 => has_double() && has_half(),
            _ => is_small_float || (is_8 && has_nv()),
        },
        Scalar::Float => match from {
            Scalar::Int | Scalar::Uint => true,
            Scalar::Float16 => has_half(),
            _ => is_small_float || (is_16 && has_16()) || (is_8 && has_nv()),
        },
        Scalar::Uint => match from {
            Scalar::Int => environment.is_since(400, 0) || environment.has("GL_ARB_gpu_shader5") || has_nv(),
            _ => (is_16 && has_16()) || (is_8 && has_nv()),
        },
        Scalar::Int => (from == Scalar::Int16 && has_16()) || (from == Scalar::Int8 && has_nv()),
        Scalar::Uint64 => match from {
            Scalar::Int | Scalar::Uint | Scalar::Int64 => true,
            _ => (is_16 && has_16()) || (is_8 && has_nv()),
        },
        Scalar::Int64 => match from {
            Scalar::Int => true,
            Scalar::Int16 => has_16(),
            Scalar::Int8 => has_nv(),
            _ => false,
        },
        Scalar::Float16 => {
            (is_16 && environment.has("GL_AMD_gpu_shader_int16"))
                || (is_small_float && from != Scalar::BFloat16)
        }
        Scalar::BFloat16 => is_small_float && from != Scalar::BFloat16,
        Scalar::FloatE5M2 | Scalar::FloatE4M3 => from == Scalar::FloatE2M1,
        Scalar::Uint16 => from == Scalar::Int16 && environment.has("GL_AMD_gpu_shader_int16"),
        _ => false,
    }
}

/// Floats of 16 bits and less that are not IEEE's, and that hold fractions.
const fn is_small_float(scalar: Scalar) -> bool {
    matches!(
        scalar,
        Scalar::BFloat16
            | Scalar::FloatE5M2
            | Scalar::FloatE4M3
            | Scalar::FloatE2M1
            | Scalar::FloatE3M2
            | Scalar::FloatE2M3
            | Scalar::FloatMXInt8
    )
}

/// Whether a conversion is a promotion: the best kind after none.
pub(crate) fn is_promotion(from: Scalar, to: Scalar) -> bool {
    match to {
        Scalar::Int => matches!(from, Scalar::Int8 | Scalar::Int16 | Scalar::Uint8 | Scalar::Uint16),
        Scalar::Double => is_small_float(from) || matches!(from, Scalar::Float16 | Scalar::Float),
        _ => false,
    }
}

/// Whether there is a conversion, other than a promotion, among types of stated width.
pub(crate) fn is_conversion(environment: &Environment, from: Scalar, to: Scalar) -> bool {
    if from.is_integer() && to.is_integer() {
        return match (from, to) {
            (Scalar::Int, Scalar::Uint) => environment.version.number >= 400,
            (Scalar::Int64, other) => other == Scalar::Uint64,
            (Scalar::Uint64, _) | (_, Scalar::Int) => false,
            (Scalar::Int8, other) => other != Scalar::Int8,
            (Scalar::Uint8, other) => !matches!(other, Scalar::Uint8 | Scalar::Int8),
            (Scalar::Int16, other) => other.width() > 16 || other == Scalar::Uint16,
            (Scalar::Uint16, other) => other.width() > 16,
            (Scalar::Int | Scalar::Uint, other) => other.width() == 64,
            _ => false,
        };
    }
    if from.is_float() {
        return to == Scalar::Float && (is_small_float(from) || from == Scalar::Float16);
    }
    match from {
        Scalar::Int | Scalar::Uint => matches!(to, Scalar::Float | Scalar::Double),
        Scalar::Int8 | Scalar::Uint8 | Scalar::Int16 | Scalar::Uint16 => {
            matches!(to, Scalar::Float16 | Scalar::Float | Scalar::Double)
        }
        Scalar::Int64 | Scalar::Uint64 => to == Scalar::Double,
        _ => false,
    }
}

/// The type that both operands of an operator are converted to.
pub(crate) fn common(environment: &Environment, left: Scalar, right: Scalar) -> Option<Scalar> {
    if left == right {
        return Some(left);
    }
    let is_off = environment.is_embedded() && !environment.has("GL_EXT_shader_implicit_conversions");
    if has_none(environment) || is_off {
        return None;
    }
    for float in [Scalar::Double, Scalar::Float, Scalar::Float16, Scalar::BFloat16] {
        let one_is = |one: Scalar, other: Scalar| one == float && converts(environment, other, float);
        if one_is(left, right) || one_is(right, left) {
            return Some(float);
        }
    }
    if !left.is_integer() || !right.is_integer() {
        return None;
    }
    if !converts(environment, left, right) && !converts(environment, right, left) {
        return None;
    }
    let (wide, narrow) = if left.width() >= right.width() { (left, right) } else { (right, left) };
    if wide.width() == narrow.width() {
        return Some(unsigned(wide));
    }
    // A wider signed type holds all values of a narrower unsigned one.
    Some(wide)
}

/// The unsigned type of the same width.
fn unsigned(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Int8 => Scalar::Uint8,
        Scalar::Int16 => Scalar::Uint16,
        Scalar::Int => Scalar::Uint,
        Scalar::Int64 => Scalar::Uint64,
        other => other,
    }
}

/// Whether converting to `second` is better than converting to `first`, where neither is exact.
pub(crate) fn is_better(environment: &Environment, from: Scalar, first: Scalar, second: Scalar) -> bool {
    if has_explicit_types(environment) {
        let (promoted, other) = (is_promotion(from, second), is_promotion(from, first));
        if promoted || other {
            return promoted && !other;
        }
        return is_conversion(environment, from, second) && !is_conversion(environment, from, first);
    }
    if environment.has("GL_NV_gpu_shader5") {
        let preferred: &[Scalar] = match from {
            Scalar::Int8 | Scalar::Int16 => &[Scalar::Int, Scalar::Int64],
            Scalar::Int => &[Scalar::Int64],
            Scalar::Uint8 | Scalar::Uint16 => &[Scalar::Uint, Scalar::Uint64],
            Scalar::Uint => &[Scalar::Uint64],
            _ => &[],
        };
        for wanted in preferred {
            if (first == *wanted) != (second == *wanted) {
                return second == *wanted;
            }
        }
    }
    if from == Scalar::Float && second == Scalar::Double && first != Scalar::Double {
        return true;
    }
    second == Scalar::Float && first == Scalar::Double
}
