//! Computes the lengths of arrays that depend on specialization constants, with the values that these have now.

use foldhash::HashMap;
use glassbox_spirv::build::value::decoration;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Annotations, At, ConstantValue, Id, Module, Type};

use crate::Options;
use crate::interface::defaults::operation;

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
    operation(opcode, operands, |id| values.get(&id).copied())
}
