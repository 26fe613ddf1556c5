//! Arithmetic on single components.

use crate::model::BinaryOperator;
use crate::types::Scalar;

/// The bits of a float, as constants keep it.
pub(crate) fn from_float(value: f64) -> u64 {
    value.to_bits()
}

/// The float that a constant keeps.
pub(crate) fn to_float(bits: u64) -> f64 {
    f64::from_bits(bits)
}

/// Cuts an integer to its width and extends it, as constants keep it.
pub(crate) fn wrap(scalar: Scalar, value: u64) -> u64 {
    match scalar {
        Scalar::Bool => u64::from(value != 0),
        Scalar::Int8 => i64::from(value as i8) as u64,
        Scalar::Uint8 => u64::from(value as u8),
        Scalar::Int16 => i64::from(value as i16) as u64,
        Scalar::Uint16 => u64::from(value as u16),
        Scalar::Int => i64::from(value as i32) as u64,
        Scalar::Uint => u64::from(value as u32),
        _ => value,
    }
}

/// The value as another type, as a constructor makes it.
pub(crate) fn convert(from: Scalar, to: Scalar, bits: u64) -> u64 {
    if from == to {
        return bits;
    }
    if to == Scalar::Bool {
        let is_true = if from.is_float() { to_float(bits) != 0.0 } else { bits != 0 };
        return u64::from(is_true);
    }
    match (from.is_float(), to.is_float()) {
        (true, true) => bits,
        (false, true) if from.is_signed() => from_float(bits as i64 as f64),
        (false, true) => from_float(bits as f64),
        (true, false) => {
            let value = to_float(bits);
            let whole = if to == Scalar::Uint64 && value > 0.0 { value as u64 } else { value as i64 as u64 };
            wrap(to, whole)
        }
        (false, false) => wrap(to, bits),
    }
}

/// The result of an operator on components of one type. For shifts the right one may be of another.
pub(crate) fn binary(operator: BinaryOperator, scalar: Scalar, left: u64, right: u64) -> u64 {
    if scalar.is_float() {
        return float(operator, to_float(left), to_float(right));
    }
    let is_signed = scalar.is_signed();
    let order = if is_signed { (left as i64).cmp(&(right as i64)) } else { left.cmp(&right) };
    match operator {
        BinaryOperator::Add => wrap(scalar, left.wrapping_add(right)),
        BinaryOperator::Subtract => wrap(scalar, left.wrapping_sub(right)),
        BinaryOperator::Multiply => wrap(scalar, left.wrapping_mul(right)),
        BinaryOperator::Divide if right == 0 => largest(scalar),
        BinaryOperator::Divide if is_signed => wrap(scalar, (left as i64).wrapping_div(right as i64) as u64),
        BinaryOperator::Divide => left.checked_div(right).unwrap_or(0),
        BinaryOperator::Modulo if right == 0 => left,
        BinaryOperator::Modulo if is_signed => (left as i64).wrapping_rem(right as i64) as u64,
        BinaryOperator::Modulo => left.checked_rem(right).unwrap_or(0),
        BinaryOperator::ShiftLeft => wrap(scalar, left.checked_shl(right as u32).unwrap_or(0)),
        BinaryOperator::ShiftRight if is_signed => ((left as i64) >> right.min(63)) as u64,
        BinaryOperator::ShiftRight => left.checked_shr(right as u32).unwrap_or(0),
        BinaryOperator::BitAnd => left & right,
        BinaryOperator::BitOr => left | right,
        BinaryOperator::BitXor | BinaryOperator::LogicalXor => left ^ right,
        BinaryOperator::Less => u64::from(order.is_lt()),
        BinaryOperator::Greater => u64::from(order.is_gt()),
        BinaryOperator::LessEqual => u64::from(order.is_le()),
        BinaryOperator::GreaterEqual => u64::from(order.is_ge()),
        BinaryOperator::Equal => u64::from(order.is_eq()),
        BinaryOperator::NotEqual => u64::from(order.is_ne()),
    }
}

fn float(operator: BinaryOperator, left: f64, right: f64) -> u64 {
    match operator {
        BinaryOperator::Add => from_float(left + right),
        BinaryOperator::Subtract => from_float(left - right),
        BinaryOperator::Multiply => from_float(left * right),
        BinaryOperator::Divide if right == 0.0 => {
            // The sign of a zero divisor does not count.
            from_float(left / 0.0)
        }
        BinaryOperator::Divide => from_float(left / right),
        BinaryOperator::Modulo => from_float(left % right),
        BinaryOperator::Less => u64::from(left < right),
        BinaryOperator::Greater => u64::from(left > right),
        BinaryOperator::LessEqual => u64::from(left <= right),
        BinaryOperator::GreaterEqual => u64::from(left >= right),
        BinaryOperator::Equal => u64::from(left == right),
        BinaryOperator::NotEqual => u64::from(left != right),
        // There are none of these on floats.
        BinaryOperator::ShiftLeft
        | BinaryOperator::ShiftRight
        | BinaryOperator::BitAnd
        | BinaryOperator::BitOr
        | BinaryOperator::BitXor
        | BinaryOperator::LogicalXor => 0,
    }
}

/// The largest number of an integer type: the quotient of a division by 0.
fn largest(scalar: Scalar) -> u64 {
    match scalar {
        Scalar::Int8 => i8::MAX as u64,
        Scalar::Uint8 => u64::from(u8::MAX),
        Scalar::Int16 => i16::MAX as u64,
        Scalar::Uint16 => u64::from(u16::MAX),
        Scalar::Int => i32::MAX as u64,
        Scalar::Uint => u64::from(u32::MAX),
        Scalar::Int64 => i64::MAX as u64,
        _ => u64::MAX,
    }
}
