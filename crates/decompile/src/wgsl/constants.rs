//! Computes operations on constants as WGSL does, to know which of them it rejects.

use glassbox_spirv::build::glsl;
use glassbox_spirv::grammar::op;
use smallvec::{SmallVec, smallvec};

use crate::text::Scalar;

/// Largest result that is taken for finite: other compilers round otherwise.
const LARGEST: f64 = f32::MAX as f64 * 0.999;

/// Components of a value, by columns for a matrix; numbers of 32 bits or booleans.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    kind: Option<Scalar>,
    bits: SmallVec<[u32; 4]>,
}

impl Numbers {
    /// The kinds of numbers that are computed with.
    pub(super) fn kind(scalar: Scalar) -> Option<Scalar> {
        let is_known =
            matches!(scalar, Scalar::Bool | Scalar::Int(32) | Scalar::Uint(32) | Scalar::Float(32));
        is_known.then_some(scalar)
    }

    pub(super) fn of(kind: Scalar, bits: u32) -> Numbers {
        Numbers { kind: Some(kind), bits: smallvec![bits] }
    }

    pub(super) fn zero(kind: Scalar, count: usize) -> Numbers {
        Numbers { kind: Some(kind), bits: smallvec![0; count] }
    }

    /// Floats; `None` if one may be none in 32 bits.
    fn floats(values: impl IntoIterator<Item = f64>) -> Option<Numbers> {
        let one = |value: f64| (value.abs() <= LARGEST).then(|| (value as f32).to_bits());
        let bits = values.into_iter().map(one).collect::<Option<_>>()?;
        Some(Numbers { kind: Some(Scalar::Float(32)), bits })
    }

    /// Integers of a kind; `None` if one does not fit.
    fn integers(kind: Scalar, values: impl IntoIterator<Item = Option<i64>>) -> Option<Numbers> {
        let one = |value: i64| match kind {
            Scalar::Int(_) => i32::try_from(value).ok().map(|value| value as u32),
            _ => u32::try_from(value).ok(),
        };
        let bits = values.into_iter().map(|value| one(value?)).collect::<Option<_>>()?;
        Some(Numbers { kind: Some(kind), bits })
    }

    fn booleans(values: impl IntoIterator<Item = bool>) -> Option<Numbers> {
        Some(Numbers { kind: Some(Scalar::Bool), bits: values.into_iter().map(u32::from).collect() })
    }

    pub(super) fn count(&self) -> usize {
        self.bits.len()
    }

    pub(super) fn append(&mut self, other: Numbers) {
        self.kind = other.kind;
        self.bits.extend(other.bits);
    }

    /// A vector of one number.
    pub(super) fn spread(&self, count: usize) -> Numbers {
        let bits = (0..count.min(4)).map(|_| self.bits.first().copied().unwrap_or(0));
        Numbers { kind: self.kind, bits: bits.collect() }
    }

    pub(super) fn picked(&self, lanes: &[u8]) -> Option<Numbers> {
        let bits = lanes.iter().map(|lane| self.bits.get(usize::from(*lane)).copied());
        Some(Numbers { kind: self.kind, bits: bits.collect::<Option<_>>()? })
    }

    fn float_list(&self) -> impl Iterator<Item = f64> + Clone + '_ {
        self.bits.iter().map(|bits| f64::from(f32::from_bits(*bits)))
    }

    /// The components as integers, read with or without sign.
    fn whole_list(&self, signed: bool) -> impl Iterator<Item = i64> + '_ {
        self.bits.iter().map(move |&bits| if signed { i64::from(bits as i32) } else { i64::from(bits) })
    }

    pub(super) fn has_zero(&self) -> bool {
        self.bits.contains(&0)
    }

    pub(super) fn any_from(&self, limit: u32) -> bool {
        self.bits.iter().any(|bits| *bits >= limit)
    }

    pub(super) fn is_above(&self, limit: i32) -> bool {
        self.bits.iter().any(|bits| *bits as i32 > limit)
    }

    /// True if the sum with another number is more than a limit.
    pub(super) fn sums_past(&self, other: &Numbers, limit: u64) -> bool {
        self.bits.iter().zip(&other.bits).any(|(a, b)| u64::from(*a) + u64::from(*b) > limit)
    }

    /// True if a component is more than that of another value, or as much unless it may be.
    pub(super) fn exceeds(&self, other: &Numbers, may_equal: bool) -> bool {
        let is_past = |a: f64, b: f64| a > b || a == b && !may_equal;
        match self.kind {
            Some(Scalar::Float(_)) => self.float_list().zip(other.float_list()).any(|(a, b)| is_past(a, b)),
            kind => {
                let signed = matches!(kind, Some(Scalar::Int(_)));
                let pairs = self.whole_list(signed).zip(other.whole_list(signed));
                pairs.into_iter().any(|(a, b)| is_past(a as f64, b as f64))
            }
        }
    }
}

/// The value of an instruction on constants; `None` if WGSL may reject it, or it is not computed here.
pub(super) fn operation(opcode: u16, to: Option<Scalar>, values: &[Numbers]) -> Option<Numbers> {
    match values {
        [a] => unary(opcode, to, a),
        [a, b] => binary(opcode, to, a, b),
        [condition, yes, no] if opcode == op::SELECT => {
            let is_one = condition.count() == 1;
            let picked = (0..yes.count()).map(|at| {
                let chosen = condition.bits.get(if is_one { 0 } else { at })?;
                if *chosen != 0 { yes.bits.get(at) } else { no.bits.get(at) }.copied()
            });
            Some(Numbers { kind: yes.kind, bits: picked.collect::<Option<_>>()? })
        }
        _ => None,
    }
}

fn unary(opcode: u16, to: Option<Scalar>, a: &Numbers) -> Option<Numbers> {
    let signed = matches!(to, Some(Scalar::Int(_)));
    match opcode {
        op::F_NEGATE => Numbers::floats(a.float_list().map(|a| -a)),
        op::S_NEGATE => Numbers::integers(to?, a.whole_list(signed).map(|a| Some(-a))),
        op::NOT => Some(Numbers { kind: to, bits: a.bits.iter().map(|bits| !bits).collect() }),
        op::LOGICAL_NOT => Numbers::booleans(a.bits.iter().map(|bits| *bits == 0)),
        op::ANY => Numbers::booleans([a.any_from(1)]),
        op::ALL => Numbers::booleans([!a.has_zero()]),
        op::IS_NAN | op::IS_INF => Numbers::booleans(a.bits.iter().map(|_| false)),
        op::CONVERT_F_TO_S => {
            Numbers::integers(Scalar::Int(32), a.float_list().map(|a| Some(a.trunc() as i64)))
        }
        op::CONVERT_F_TO_U => {
            Numbers::integers(Scalar::Uint(32), a.float_list().map(|a| Some(a.trunc() as i64)))
        }
        op::CONVERT_S_TO_F => Numbers::floats(a.whole_list(true).map(|a| a as f64)),
        op::CONVERT_U_TO_F => Numbers::floats(a.whole_list(false).map(|a| a as f64)),
        op::BITCAST => {
            let is_finite = a.bits.iter().all(|bits| f32::from_bits(*bits).is_finite());
            let fits = is_finite || !matches!(to, Some(Scalar::Float(_)));
            fits.then(|| Numbers { kind: to, bits: a.bits.clone() })
        }
        _ => None,
    }
}

/// Components of two values in pairs, where one may be a scalar.
fn pairs<'n, T: Copy + 'n>(a: &'n [T], b: &'n [T]) -> impl Iterator<Item = (T, T)> + 'n {
    let count = a.len().max(b.len());
    let at = |list: &'n [T], index: usize| if list.len() == 1 { list[0] } else { list[index] };
    let is_like = a.len() == b.len() || a.len() == 1 || b.len() == 1;
    (0..if is_like { count } else { 0 }).map(move |index| (at(a, index), at(b, index)))
}

fn binary(opcode: u16, to: Option<Scalar>, a: &Numbers, b: &Numbers) -> Option<Numbers> {
    if a.count() == 0 || b.count() == 0 {
        return None;
    }
    if matches!(a.kind, Some(Scalar::Float(_))) && matches!(b.kind, Some(Scalar::Float(_))) {
        return float_pair(opcode, a, b);
    }
    let bits = || pairs(&a.bits, &b.bits);
    match opcode {
        op::BITWISE_AND => Some(Numbers { kind: to, bits: bits().map(|(a, b)| a & b).collect() }),
        op::BITWISE_OR => Some(Numbers { kind: to, bits: bits().map(|(a, b)| a | b).collect() }),
        op::BITWISE_XOR => Some(Numbers { kind: to, bits: bits().map(|(a, b)| a ^ b).collect() }),
        op::LOGICAL_AND => Numbers::booleans(bits().map(|(a, b)| a & b != 0)),
        op::LOGICAL_OR => Numbers::booleans(bits().map(|(a, b)| a | b != 0)),
        op::LOGICAL_EQUAL | op::I_EQUAL => Numbers::booleans(bits().map(|(a, b)| a == b)),
        op::LOGICAL_NOT_EQUAL | op::I_NOT_EQUAL => Numbers::booleans(bits().map(|(a, b)| a != b)),
        _ => integer_pair(opcode, to, a, b),
    }
}

fn integer_pair(opcode: u16, to: Option<Scalar>, a: &Numbers, b: &Numbers) -> Option<Numbers> {
    // How the text reads the operands.
    let signed = match opcode {
        op::I_ADD | op::I_SUB | op::I_MUL | op::SHIFT_LEFT_LOGICAL => matches!(to, Some(Scalar::Int(_))),
        op::S_DIV
        | op::S_REM
        | op::S_LESS_THAN
        | op::S_LESS_THAN_EQUAL
        | op::S_GREATER_THAN
        | op::S_GREATER_THAN_EQUAL
        | op::SHIFT_RIGHT_ARITHMETIC => true,
        _ => false,
    };
    let list = |numbers: &Numbers| -> SmallVec<[i64; 4]> { numbers.whole_list(signed).collect() };
    let (left, right) = (list(a), list(b));
    let pairs = || pairs(&left, &right);
    let compute = |function: fn(i64, i64) -> Option<i64>| {
        let kind = if signed { Scalar::Int(32) } else { Scalar::Uint(32) };
        let made = Numbers::integers(kind, pairs().map(|(a, b)| function(a, b)))?;
        Some(Numbers { kind: to, ..made })
    };
    let compare =
        |function: fn(&i64, &i64) -> bool| Numbers::booleans(pairs().map(|(a, b)| function(&a, &b)));
    match opcode {
        op::I_ADD => compute(i64::checked_add),
        op::I_SUB => compute(i64::checked_sub),
        op::I_MUL => compute(i64::checked_mul),
        op::S_DIV | op::U_DIV => compute(i64::checked_div),
        op::S_REM | op::U_MOD => compute(i64::checked_rem),
        op::SHIFT_LEFT_LOGICAL => compute(|a, b| (0..32).contains(&b).then(|| a << b)),
        op::SHIFT_RIGHT_LOGICAL | op::SHIFT_RIGHT_ARITHMETIC => {
            compute(|a, b| (0..32).contains(&b).then(|| a >> b))
        }
        op::S_LESS_THAN | op::U_LESS_THAN => compare(i64::lt),
        op::S_LESS_THAN_EQUAL | op::U_LESS_THAN_EQUAL => compare(i64::le),
        op::S_GREATER_THAN | op::U_GREATER_THAN => compare(i64::gt),
        op::S_GREATER_THAN_EQUAL | op::U_GREATER_THAN_EQUAL => compare(i64::ge),
        _ => None,
    }
}

fn float_pair(opcode: u16, a: &Numbers, b: &Numbers) -> Option<Numbers> {
    let list = |numbers: &Numbers| -> SmallVec<[f64; 4]> { numbers.float_list().collect() };
    let (left, right) = (list(a), list(b));
    let pairs = || pairs(&left, &right);
    let compute = |function: fn(f64, f64) -> f64| Numbers::floats(pairs().map(|(a, b)| function(a, b)));
    let compare =
        |function: fn(&f64, &f64) -> bool| Numbers::booleans(pairs().map(|(a, b)| function(&a, &b)));
    match opcode {
        op::F_ADD => compute(|a, b| a + b),
        op::F_SUB => compute(|a, b| a - b),
        op::F_MUL | op::VECTOR_TIMES_SCALAR | op::MATRIX_TIMES_SCALAR => compute(|a, b| a * b),
        op::F_DIV => compute(|a, b| a / b),
        op::F_REM => compute(|a, b| a % b),
        op::F_MOD => compute(|a, b| a - b * (a / b).floor()),
        op::DOT => Numbers::floats([sum(&left, &right)?]),
        op::F_ORD_EQUAL | op::F_UNORD_EQUAL => compare(f64::eq),
        op::F_ORD_NOT_EQUAL | op::F_UNORD_NOT_EQUAL => compare(f64::ne),
        op::F_ORD_LESS_THAN | op::F_UNORD_LESS_THAN => compare(f64::lt),
        op::F_ORD_LESS_THAN_EQUAL | op::F_UNORD_LESS_THAN_EQUAL => compare(f64::le),
        op::F_ORD_GREATER_THAN | op::F_UNORD_GREATER_THAN => compare(f64::gt),
        op::F_ORD_GREATER_THAN_EQUAL | op::F_UNORD_GREATER_THAN_EQUAL => compare(f64::ge),
        _ => None,
    }
}

/// The dot product, if no part of it is too large.
fn sum(a: &[f64], b: &[f64]) -> Option<f64> {
    let mut total = 0.0;
    for (a, b) in pairs(a, b) {
        total += a * b;
        if (a * b).abs() > LARGEST || total.abs() > LARGEST {
            return None;
        }
    }
    Some(total)
}

/// The value of a function of `GLSL.std.450`, like [`operation`].
pub(super) fn extended(number: u32, values: &[Numbers]) -> Option<Numbers> {
    if values.iter().any(|value| !matches!(value.kind, Some(Scalar::Float(_)))) {
        return None;
    }
    let lists: SmallVec<[SmallVec<[f64; 4]>; 3]> =
        values.iter().map(|value| value.float_list().collect()).collect();
    match lists.as_slice() {
        [a] => match unary_function(number) {
            Some(function) => Numbers::floats(a.iter().map(|a| function(*a))),
            None => geometric(number, a),
        },
        [a, b] => match (number, binary_function(number)) {
            (glsl::DISTANCE, _) => {
                let offset: SmallVec<[f64; 4]> = pairs(a, b).map(|(a, b)| a - b).collect();
                geometric(glsl::LENGTH, &offset)
            }
            (_, Some(function)) => Numbers::floats(pairs(a, b).map(|(a, b)| function(a, b))),
            _ => None,
        },
        [a, b, c] => {
            let function = ternary_function(number)?;
            let at = |list: &[f64], index: usize| list.get(if list.len() == 1 { 0 } else { index }).copied();
            let count = a.len().max(b.len()).max(c.len());
            let all = (0..count).map(|index| Some(function(at(a, index)?, at(b, index)?, at(c, index)?)));
            Numbers::floats(all.collect::<Option<SmallVec<[f64; 4]>>>()?)
        }
        _ => None,
    }
}

fn unary_function(number: u32) -> Option<fn(f64) -> f64> {
    Some(match number {
        glsl::ROUND | glsl::ROUND_EVEN => f64::round_ties_even,
        glsl::TRUNC => f64::trunc,
        glsl::F_ABS => f64::abs,
        glsl::F_SIGN => |a| if a == 0.0 { 0.0 } else { a.signum() },
        glsl::FLOOR => f64::floor,
        glsl::CEIL => f64::ceil,
        glsl::FRACT => |a| a - a.floor(),
        glsl::RADIANS => f64::to_radians,
        glsl::DEGREES => f64::to_degrees,
        glsl::SIN => f64::sin,
        glsl::COS => f64::cos,
        glsl::TAN => f64::tan,
        glsl::ASIN => f64::asin,
        glsl::ACOS => f64::acos,
        glsl::ATAN => f64::atan,
        glsl::SINH => f64::sinh,
        glsl::COSH => f64::cosh,
        glsl::TANH => f64::tanh,
        glsl::ASINH => f64::asinh,
        glsl::ACOSH => f64::acosh,
        glsl::ATANH => f64::atanh,
        glsl::EXP => f64::exp,
        glsl::LOG => f64::ln,
        glsl::EXP2 => f64::exp2,
        glsl::LOG2 => f64::log2,
        glsl::SQRT => f64::sqrt,
        glsl::INVERSE_SQRT => |a| 1.0 / a.sqrt(),
        _ => return None,
    })
}

fn binary_function(number: u32) -> Option<fn(f64, f64) -> f64> {
    Some(match number {
        glsl::ATAN2 => f64::atan2,
        // Of a negative number WGSL has no power.
        glsl::POW => |a, b| if a < 0.0 { f64::NAN } else { a.powf(b) },
        glsl::F_MIN | glsl::N_MIN => f64::min,
        glsl::F_MAX | glsl::N_MAX => f64::max,
        glsl::STEP => |edge, a| f64::from(u8::from(a >= edge)),
        _ => return None,
    })
}

fn ternary_function(number: u32) -> Option<fn(f64, f64, f64) -> f64> {
    Some(match number {
        glsl::F_CLAMP | glsl::N_CLAMP => |a, low, high| a.max(low).min(high),
        glsl::F_MIX => |a, b, part| a * (1.0 - part) + b * part,
        glsl::FMA => |a, b, c| a * b + c,
        glsl::SMOOTH_STEP => |low, high, a| {
            let part = ((a - low) / (high - low)).clamp(0.0, 1.0);
            part * part * (3.0 - 2.0 * part)
        },
        _ => return None,
    })
}

fn geometric(number: u32, a: &[f64]) -> Option<Numbers> {
    let length = sum(a, a)?.sqrt();
    match number {
        glsl::LENGTH => Numbers::floats([length]),
        glsl::NORMALIZE => Numbers::floats(a.iter().map(|a| a / length)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(value: f32) -> Numbers {
        Numbers::of(Scalar::Float(32), value.to_bits())
    }

    fn whole(value: i32) -> Numbers {
        Numbers::of(Scalar::Int(32), value as u32)
    }

    #[test]
    fn what_does_not_fit_is_no_value() {
        let int = Some(Scalar::Int(32));
        type Case = (u16, Option<Scalar>, [Numbers; 2], Option<u32>);
        let cases: [Case; 10] = [
            (op::F_MUL, None, [float(1e30), float(1e30)], None),
            (op::F_MUL, None, [float(1e3), float(1e3)], Some(1e6f32.to_bits())),
            (op::F_DIV, None, [float(1.0), float(0.0)], None),
            (op::F_MOD, None, [float(-1.0), float(3.0)], Some(2f32.to_bits())),
            (op::I_ADD, int, [whole(i32::MAX), whole(1)], None),
            (op::I_ADD, int, [whole(i32::MAX), whole(-1)], Some(i32::MAX as u32 - 1)),
            (op::S_DIV, int, [whole(i32::MIN), whole(-1)], None),
            (op::S_DIV, int, [whole(7), whole(0)], None),
            (op::SHIFT_LEFT_LOGICAL, int, [whole(1), whole(31)], None),
            (op::SHIFT_LEFT_LOGICAL, int, [whole(3), whole(4)], Some(48)),
        ];
        for (opcode, to, values, expected) in cases {
            let found = operation(opcode, to, &values).map(|found| found.bits[0]);
            assert_eq!(found, expected, "{opcode} of {values:?}");
        }
    }

    #[test]
    fn functions_outside_of_their_domain_have_no_value() {
        let cases: [(u32, &[f32], Option<f32>); 8] = [
            (glsl::SQRT, &[-1.0], None),
            (glsl::SQRT, &[4.0], Some(2.0)),
            (glsl::LOG2, &[0.0], None),
            (glsl::EXP2, &[128.0], None),
            (glsl::EXP2, &[3.0], Some(8.0)),
            (glsl::POW, &[-2.0, 2.0], None),
            (glsl::NORMALIZE, &[0.0], None),
            (glsl::LENGTH, &[1e20], None),
        ];
        for (number, arguments, expected) in cases {
            let values: Vec<Numbers> = arguments.iter().map(|value| float(*value)).collect();
            let found = extended(number, &values).map(|found| f32::from_bits(found.bits[0]));
            assert_eq!(found, expected, "{number} of {arguments:?}");
        }
    }
}
