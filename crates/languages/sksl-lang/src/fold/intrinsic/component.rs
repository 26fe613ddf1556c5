//! Folds functions that apply to each component separately, in double precision.

/// Computes a component of the result from a component of each argument; absent arguments are 0.
pub(super) type Formula = fn([f64; 3]) -> f64;

/// Compares two components.
pub(super) type Comparison = fn(&f64, &f64) -> bool;

/// Formula of a function with this number of arguments.
pub(super) fn formula(name: &str, arguments: usize) -> Option<Formula> {
    let formula: Formula = match name {
        "radians" => |[a, ..]| a * RADIANS,
        "degrees" => |[a, ..]| a * DEGREES,
        "sin" => |[a, ..]| a.sin(),
        "cos" => |[a, ..]| a.cos(),
        "tan" => |[a, ..]| a.tan(),
        "sinh" => |[a, ..]| a.sinh(),
        "cosh" => |[a, ..]| a.cosh(),
        "tanh" => |[a, ..]| a.tanh(),
        "asin" => |[a, ..]| a.asin(),
        "acos" => |[a, ..]| a.acos(),
        "atan" if arguments == 1 => |[a, ..]| a.atan(),
        "atan" => |[a, b, _]| a.atan2(b),
        "asinh" => |[a, ..]| asinh(a),
        "acosh" => |[a, ..]| acosh(a),
        "atanh" => |[a, ..]| atanh(a),
        "pow" => |[a, b, _]| a.powf(b),
        "exp" => |[a, ..]| a.exp(),
        "log" => |[a, ..]| a.ln(),
        "exp2" => |[a, ..]| a.exp2(),
        "log2" => |[a, ..]| a.log2(),
        "sqrt" => |[a, ..]| a.sqrt(),
        "inversesqrt" => |[a, ..]| 1.0 / a.sqrt(),
        "abs" => |[a, ..]| a.abs(),
        "sign" => |[a, ..]| f64::from(i8::from(a > 0.0) - i8::from(a < 0.0)),
        "floor" => |[a, ..]| a.floor(),
        "ceil" => |[a, ..]| a.ceil(),
        "fract" => |[a, ..]| a - a.floor(),
        "mod" => |[a, b, _]| a - b * (a / b).floor(),
        "min" => |[a, b, _]| if a < b { a } else { b },
        "max" => |[a, b, _]| if a > b { a } else { b },
        "clamp" => |[a, low, high]| clamp(a, low, high),
        "saturate" => |[a, ..]| clamp(a, 0.0, 1.0),
        "mix" => |[a, b, part]| a * (1.0 - part) + b * part,
        "step" => |[edge, a, _]| if a < edge { 0.0 } else { 1.0 },
        "smoothstep" => smoothstep,
        "trunc" => |[a, ..]| a.trunc(),
        "round" | "roundEven" => |[a, ..]| round(a),
        "floatBitsToInt" => |[a, ..]| f64::from((a as f32).to_bits() as i32),
        "floatBitsToUint" => |[a, ..]| f64::from((a as f32).to_bits()),
        "intBitsToFloat" | "uintBitsToFloat" => |[a, ..]| f64::from(f32::from_bits(a as i64 as u32)),
        "matrixCompMult" => |[a, b, _]| a * b,
        "not" => |[a, ..]| f64::from(a == 0.0),
        _ => return None,
    };
    Some(formula)
}

/// Comparison of a function.
pub(super) fn comparison(name: &str) -> Option<Comparison> {
    Some(match name {
        "lessThan" => f64::lt,
        "lessThanEqual" => f64::le,
        "greaterThan" => f64::gt,
        "greaterThanEqual" => f64::ge,
        "equal" => f64::eq,
        "notEqual" => f64::ne,
        _ => return None,
    })
}

/// One degree in radians, with the nine digits that Skia's compiler uses.
const RADIANS: f64 = 0.0174532925;
/// One radian in degrees, with the nine digits that Skia's compiler uses.
const DEGREES: f64 = 57.2957795;

/// Clamps a number. If the limits cross, the lower one wins.
pub(super) fn clamp(a: f64, low: f64, high: f64) -> f64 {
    if a < low {
        low
    } else if a > high {
        high
    } else {
        a
    }
}

fn smoothstep([low, high, a]: [f64; 3]) -> f64 {
    let t = clamp((a - low) / (high - low), 0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Rounds half to even, without negative zero.
fn round(a: f64) -> f64 {
    a.round_ties_even() + 0.0
}

// The standard library's versions of these three functions are less accurate for arguments close to 0 or 1, which
// would be visible in single precision.

fn asinh(a: f64) -> f64 {
    let x = a.abs();
    let square = x * x;
    (x + square / (1.0 + (square + 1.0).sqrt())).ln_1p().copysign(a)
}

fn acosh(a: f64) -> f64 {
    if a < 1.0 {
        return f64::NAN;
    }
    let over = a - 1.0;
    (over + (over * (over + 2.0)).sqrt()).ln_1p()
}

fn atanh(a: f64) -> f64 {
    let x = a.abs();
    (0.5 * (2.0 * x / (1.0 - x)).ln_1p()).copysign(a)
}
