//! Built-in functions on constants, component by component.

use super::function_vector::on_vectors;
use super::scalar::{from_float, to_float};
use super::smeared;
use crate::model::Scalars;
use crate::types::{Scalar, Type};

/// The result of a built-in function on constants; `None` where it is computed by the device.
pub(crate) fn function(name: &str, result: Type, arguments: &[(Type, &[u64])]) -> Option<Scalars> {
    let (first, scalars) = *arguments.first()?;
    let component = first.scalar()?;
    // What has no result is called for what it does.
    result.scalar()?;
    if arguments.iter().any(|(ty, _)| ty.scalar().is_none_or(is_narrow)) {
        return None;
    }
    if let Some(folded) = on_vectors(name, result, arguments) {
        return Some(folded);
    }
    let count = result.components() as usize;
    let get = |argument: usize, at: usize| arguments.get(argument).map_or(0, |(_, all)| smeared(all, at));
    match arguments {
        [_] => scalars.iter().map(|bits| unary(name, component, result.scalar()?, *bits)).collect(),
        [_, _] => (0..count).map(|at| binary(name, component, get(0, at), get(1, at))).collect(),
        [_, _, (third, _)] => {
            let third = third.scalar()?;
            (0..count)
                .map(|at| ternary(name, component, third, [get(0, at), get(1, at), get(2, at)]))
                .collect()
        }
        _ => None,
    }
}

/// Types whose results a device rounds in a way that 64 bits do not tell.
fn is_narrow(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::BFloat16 | Scalar::FloatE5M2 | Scalar::FloatE4M3)
}

fn unary(name: &str, from: Scalar, to: Scalar, bits: u64) -> Option<u64> {
    if let Some(same) = bits_of(name, from, to, bits) {
        return Some(same);
    }
    if !from.is_float() {
        return whole(name, from, bits);
    }
    let x = to_float(bits);
    if to == Scalar::Bool {
        return match name {
            "isnan" => Some(u64::from(x.is_nan())),
            "isinf" => Some(u64::from(x.is_infinite())),
            _ => None,
        };
    }
    let value = match name {
        "radians" => x * std::f64::consts::PI / 180.0,
        "degrees" => x * 180.0 / std::f64::consts::PI,
        "sin" => x.sin(),
        "cos" => x.cos(),
        "tan" => x.tan(),
        "asin" => x.asin(),
        "acos" => x.acos(),
        "atan" => x.atan(),
        "sinh" => x.sinh(),
        "cosh" => x.cosh(),
        "tanh" => x.tanh(),
        "asinh" => x.asinh(),
        "acosh" => x.acosh(),
        "atanh" => x.atanh(),
        "exp" => x.exp(),
        "log" => x.ln(),
        "exp2" => x.exp2(),
        "log2" => x.log2(),
        "sqrt" => x.sqrt(),
        "inversesqrt" => 1.0 / x.sqrt(),
        "abs" => x.abs(),
        "sign" if x > 0.0 => 1.0,
        "sign" if x < 0.0 => -1.0,
        "sign" => 0.0,
        "floor" => x.floor(),
        "ceil" => x.ceil(),
        "trunc" => x.trunc(),
        "round" => (0.5 + x).floor(),
        "roundEven" => x.round_ties_even(),
        "fract" => x - x.floor(),
        "dFdx" | "dFdy" | "fwidth" | "dFdxFine" | "dFdyFine" | "fwidthFine" | "dFdxCoarse" | "dFdyCoarse"
        | "fwidthCoarse" => 0.0,
        _ => return None,
    };
    Some(from_float(value))
}

/// Functions that keep the bits and change the type.
fn bits_of(name: &str, from: Scalar, to: Scalar, bits: u64) -> Option<u64> {
    match (name, from, to) {
        ("floatBitsToInt", Scalar::Float, _) => {
            Some(i64::from((to_float(bits) as f32).to_bits() as i32) as u64)
        }
        ("floatBitsToUint", Scalar::Float, _) => Some(u64::from((to_float(bits) as f32).to_bits())),
        ("intBitsToFloat" | "uintBitsToFloat", _, Scalar::Float) => {
            Some(from_float(f64::from(f32::from_bits(bits as u32))))
        }
        ("doubleBitsToInt64" | "doubleBitsToUint64", Scalar::Double, _)
        | ("int64BitsToDouble" | "uint64BitsToDouble", _, Scalar::Double) => Some(bits),
        _ => None,
    }
}

/// Functions of one integer or truth value.
fn whole(name: &str, from: Scalar, bits: u64) -> Option<u64> {
    let width = from.width();
    match name {
        "not" => Some(u64::from(bits == 0)),
        "abs" => Some(super::scalar::wrap(from, (bits as i64).wrapping_abs() as u64)),
        "sign" => Some((bits as i64).signum() as u64),
        "bitCount" if width == 32 => Some(u64::from((bits as u32).count_ones())),
        "findLSB" if width == 32 => match bits as u32 {
            0 => Some(u64::MAX),
            other => Some(u64::from(other.trailing_zeros())),
        },
        "findMSB" if width == 32 => {
            let number = bits as u32;
            let number = if from.is_signed() && (number as i32) < 0 { !number } else { number };
            Some(number.checked_ilog2().map_or(u64::MAX, u64::from))
        }
        "bitfieldReverse" if width == 32 => {
            Some(super::scalar::wrap(from, u64::from((bits as u32).reverse_bits())))
        }
        _ => None,
    }
}

fn binary(name: &str, component: Scalar, left: u64, right: u64) -> Option<u64> {
    if let Some(compared) = compare(name, component, left, right) {
        return Some(compared);
    }
    if !component.is_float() {
        let is_less = if component.is_signed() { (left as i64) < (right as i64) } else { left < right };
        return match name {
            "min" => Some(if is_less { left } else { right }),
            "max" => Some(if is_less { right } else { left }),
            _ => None,
        };
    }
    let (x, y) = (to_float(left), to_float(right));
    let value = match name {
        "atan" => x.atan2(y),
        "pow" => x.powf(y),
        "mod" => x - y * (x / y).floor(),
        "min" => least(x, y),
        "max" => greatest(x, y),
        "step" => f64::from(u8::from(y >= x)),
        _ => return None,
    };
    Some(from_float(value))
}

/// As `std::min` of C++, which decides what becomes of a NaN.
fn least(x: f64, y: f64) -> f64 {
    if y < x { y } else { x }
}

fn greatest(x: f64, y: f64) -> f64 {
    if x < y { y } else { x }
}

/// Comparisons, component by component.
fn compare(name: &str, component: Scalar, left: u64, right: u64) -> Option<u64> {
    use crate::model::BinaryOperator as Operator;
    let operator = match name {
        "lessThan" => Operator::Less,
        "greaterThan" => Operator::Greater,
        "lessThanEqual" => Operator::LessEqual,
        "greaterThanEqual" => Operator::GreaterEqual,
        "equal" => Operator::Equal,
        "notEqual" => Operator::NotEqual,
        _ => return None,
    };
    Some(super::scalar::binary(operator, component, left, right))
}

fn ternary(name: &str, component: Scalar, third: Scalar, [a, b, c]: [u64; 3]) -> Option<u64> {
    match name {
        "clamp" => binary("min", component, binary("max", component, a, b)?, c),
        "mix" if third == Scalar::Bool => Some(if c == 0 { a } else { b }),
        "mix" if component.is_float() => {
            let t = to_float(c);
            Some(from_float(to_float(a) * (1.0 - t) + to_float(b) * t))
        }
        "smoothstep" if component.is_float() => {
            let (low, high, x) = (to_float(a), to_float(b), to_float(c));
            let t = (x - low) / (high - low);
            let t = if t < 0.0 { 0.0 } else { t };
            let t = if t > 1.0 { 1.0 } else { t };
            Some(from_float(t * t * (3.0 - 2.0 * t)))
        }
        "fma" if component == Scalar::Double => {
            Some(from_float(to_float(a).mul_add(to_float(b), to_float(c))))
        }
        _ => None,
    }
}
