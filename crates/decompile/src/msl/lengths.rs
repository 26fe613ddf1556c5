//! Computes the lengths of arrays that depend on specialization constants, with the values that these have now.

use foldhash::HashMap;
use glassbox_spirv::build::value::decoration;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Annotations, At, ConstantValue, Id, Module, Type};

use crate::Options;

/// Values of the integers and truths of 32 bits among the specialized constants, and of what they are computed from.
pub(super) fn values(module: &Module, annotations: &Annotations<'_>, options: &Options) -> HashMap<Id, u32> {
    let mut values = HashMap::default();
    let is_specialized =
        |at: &At| (op::SPEC_CONSTANT_TRUE..=op::SPEC_CONSTANT_OP).contains(&module.opcode(*at));
    if !module.globals.iter().any(is_specialized) {
        return values;
    }
    for &at in &module.globals {
        let id = module.get(at).result;
        let Some(constant) = module.constant(id) else { continue };
        if !matches!(module.ty(constant.ty), Some(Type::Bool | Type::Int { width: 32, .. })) {
            continue;
        }
        let number = annotations.value(id, decoration::SPEC_ID);
        let given = number.and_then(|number| options.constants.get(&number)).map(|value| *value as u32);
        let value = match constant.value {
            ConstantValue::Bool(value) => Some(u32::from(value)),
            ConstantValue::Number(value) => Some(value as u32),
            ConstantValue::Null => Some(0),
            ConstantValue::Operation { opcode, operands } => computed(module, &values, opcode, operands),
            _ => None,
        };
        if let Some(value) = given.or(value) {
            values.insert(id, value);
        }
    }
    values
}

fn computed(module: &Module, values: &HashMap<Id, u32>, opcode: u16, operands: &[u32]) -> Option<u32> {
    if opcode == op::COMPOSITE_EXTRACT {
        let &[composite, index] = operands else { return None };
        return match module.constant(composite)?.value {
            ConstantValue::Composite(parts) => values.get(parts.get(index as usize)?).copied(),
            ConstantValue::Replicate(part) => values.get(&part).copied(),
            ConstantValue::Null => Some(0),
            _ => None,
        };
    }
    let value = |index: usize| operands.get(index).and_then(|operand| values.get(operand)).copied();
    if opcode == op::SELECT {
        return if value(0)? != 0 { value(1) } else { value(2) };
    }
    let a = value(0)?;
    match opcode {
        op::S_NEGATE => return Some(a.wrapping_neg()),
        op::NOT => return Some(!a),
        op::LOGICAL_NOT => return Some(u32::from(a == 0)),
        _ => {}
    }
    let b = value(1)?;
    let (x, y) = (a as i32, b as i32);
    Some(match opcode {
        op::I_ADD => a.wrapping_add(b),
        op::I_SUB => a.wrapping_sub(b),
        op::I_MUL => a.wrapping_mul(b),
        op::U_DIV => a.checked_div(b)?,
        op::S_DIV => x.checked_div(y)? as u32,
        op::U_MOD => a.checked_rem(b)?,
        op::S_REM => x.checked_rem(y)? as u32,
        op::S_MOD => {
            let rest = x.checked_rem(y)?;
            if rest != 0 && (rest < 0) != (y < 0) { rest.wrapping_add(y) as u32 } else { rest as u32 }
        }
        op::SHIFT_LEFT_LOGICAL => a.checked_shl(b)?,
        op::SHIFT_RIGHT_LOGICAL => a.checked_shr(b)?,
        op::SHIFT_RIGHT_ARITHMETIC => x.checked_shr(b)? as u32,
        op::BITWISE_AND | op::LOGICAL_AND => a & b,
        op::BITWISE_OR | op::LOGICAL_OR => a | b,
        op::BITWISE_XOR => a ^ b,
        op::I_EQUAL | op::LOGICAL_EQUAL => u32::from(a == b),
        op::I_NOT_EQUAL | op::LOGICAL_NOT_EQUAL => u32::from(a != b),
        op::U_LESS_THAN => u32::from(a < b),
        op::U_LESS_THAN_EQUAL => u32::from(a <= b),
        op::U_GREATER_THAN => u32::from(a > b),
        op::U_GREATER_THAN_EQUAL => u32::from(a >= b),
        op::S_LESS_THAN => u32::from(x < y),
        op::S_LESS_THAN_EQUAL => u32::from(x <= y),
        op::S_GREATER_THAN => u32::from(x > y),
        op::S_GREATER_THAN_EQUAL => u32::from(x >= y),
        _ => return None,
    })
}
