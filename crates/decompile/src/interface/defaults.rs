//! Computes integer constants with the defaults of specialization constants, on which the offsets of members depend.

use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{ConstantValue, Id, Module};

/// Deepest nesting of operations.
const MAX_DEPTH: u32 = 32;

/// Value of an integer or boolean constant of up to 32 bits.
pub(crate) fn default_of(module: &Module, id: Id) -> Option<u32> {
    value(module, id, &mut 0, 0)
}

/// Operations may share operands at every level, so `spent` counts what was computed.
fn value(module: &Module, id: Id, spent: &mut u32, depth: u32) -> Option<u32> {
    *spent += 1;
    if depth > MAX_DEPTH || *spent > 1 << 12 {
        return None;
    }
    match module.constant(id)?.value {
        ConstantValue::Bool(value) => Some(value.into()),
        ConstantValue::Number(bits) => u32::try_from(bits).ok(),
        ConstantValue::Null => Some(0),
        ConstantValue::Operation { opcode, operands } => {
            operation(opcode, operands, |id| value(module, id, spent, depth + 1))
        }
        _ => None,
    }
}

/// Result of an operation on integers and booleans of up to 32 bits, given the values of its operands.
pub(crate) fn operation(
    opcode: u16,
    operands: &[u32],
    mut value: impl FnMut(Id) -> Option<u32>,
) -> Option<u32> {
    if let (op::SELECT, &[condition, yes, no]) = (opcode, operands) {
        return if value(condition)? != 0 { value(yes) } else { value(no) };
    }
    let left = value(*operands.first()?)?;
    match opcode {
        op::NOT => return Some(!left),
        op::S_NEGATE => return Some(left.wrapping_neg()),
        op::LOGICAL_NOT => return Some(u32::from(left == 0)),
        op::U_CONVERT | op::S_CONVERT | op::BITCAST => return Some(left),
        _ => {}
    }
    let right = value(*operands.get(1)?)?;
    let (signed, other) = (left as i32, right as i32);
    Some(match opcode {
        op::I_ADD => left.wrapping_add(right),
        op::I_SUB => left.wrapping_sub(right),
        op::I_MUL => left.wrapping_mul(right),
        op::U_DIV => left.checked_div(right)?,
        op::S_DIV => signed.checked_div(other)? as u32,
        op::U_MOD => left.checked_rem(right)?,
        op::S_REM => signed.checked_rem(other)? as u32,
        op::S_MOD => {
            let rest = signed.checked_rem(other)?;
            let differs = rest != 0 && (rest < 0) != (other < 0);
            if differs { rest.wrapping_add(other) as u32 } else { rest as u32 }
        }
        op::SHIFT_LEFT_LOGICAL => left.checked_shl(right)?,
        op::SHIFT_RIGHT_LOGICAL => left.checked_shr(right)?,
        op::SHIFT_RIGHT_ARITHMETIC => signed.checked_shr(right)? as u32,
        op::BITWISE_AND | op::LOGICAL_AND => left & right,
        op::BITWISE_OR | op::LOGICAL_OR => left | right,
        op::BITWISE_XOR => left ^ right,
        op::I_EQUAL | op::LOGICAL_EQUAL => u32::from(left == right),
        op::I_NOT_EQUAL | op::LOGICAL_NOT_EQUAL => u32::from(left != right),
        op::U_LESS_THAN => u32::from(left < right),
        op::U_LESS_THAN_EQUAL => u32::from(left <= right),
        op::U_GREATER_THAN => u32::from(left > right),
        op::U_GREATER_THAN_EQUAL => u32::from(left >= right),
        op::S_LESS_THAN => u32::from(signed < other),
        op::S_LESS_THAN_EQUAL => u32::from(signed <= other),
        op::S_GREATER_THAN => u32::from(signed > other),
        op::S_GREATER_THAN_EQUAL => u32::from(signed >= other),
        _ => return None,
    })
}
