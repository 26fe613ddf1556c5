//! Removes what gives 32-bit integers the results that Direct3D defines: HLSL has them without.
//!
//! * Quotients and remainders, all bits of which are set where the divisor is 0.
//! * Floats as integers: the nearest one that there is, and 0 for what is no number.

use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Id, Module, Operand, Type};

use super::guards::{divisor, equals, number, operation};

/// Bits of the floats that are the ends of the integers.
const MINUS_TWO_TO_31: u32 = 0xCF00_0000;
const TWO_TO_31: u32 = 0x4F00_0000;
const TWO_TO_32: u32 = 0x4F80_0000;

/// True if a module has such guards.
pub(super) fn is_guarded(module: &Module) -> bool {
    instructions(module).any(|at| plain(module, at).is_some())
}

/// Removes guards.
pub(super) fn remove(module: &mut Module) {
    let all: Vec<At> = instructions(module).collect();
    for at in all {
        if let Some((opcode, operands)) = plain(module, at) {
            module.rewrite(at, opcode, operands.into_iter().map(Operand::Id));
        }
    }
}

fn instructions(module: &Module) -> impl Iterator<Item = At> {
    module.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.body).copied()
}

/// What a guarded operation is in HLSL: its opcode and operands.
fn plain(module: &Module, at: At) -> Option<(u16, Vec<Id>)> {
    if module.opcode(at) != op::SELECT {
        return None;
    }
    division(module, at).or_else(|| conversion(module, at))
}

/// The division of a choice between all bits and a guarded quotient or remainder.
fn division(module: &Module, at: At) -> Option<(u16, Vec<Id>)> {
    let &[is_zero, ones, result] = module.operands(at) else { return None };
    if number(module, ones) != Some(u32::MAX) {
        return None;
    }
    let inner = module.definition(result)?;
    let (opcode, divided) = match (module.opcode(inner), module.operands(inner)) {
        (op::I_SUB, &[left, product]) => {
            // What remains: the dividend less the quotient times the divisor.
            let &[quotient, safe] = operation(module, product, op::I_MUL)? else { return None };
            let is_of_both = operation(module, quotient, op::S_DIV)? == [left, safe];
            (op::S_REM, is_of_both.then(|| module.definition(quotient)).flatten()?)
        }
        (opcode, _) => (opcode, inner),
    };
    let plain = divisor(module, divided)?;
    let &[left, _] = module.operands(divided) else { return None };
    (equals(module, is_zero, 0) == Some(plain)).then_some((opcode, vec![left, plain]))
}

/// The conversion of a choice between the ends of the integers and the conversion of what lies between.
fn conversion(module: &Module, at: At) -> Option<(u16, Vec<Id>)> {
    let &[condition, end, rest] = module.operands(at) else { return None };
    let (is_high, converted, opcode, [low, high]) = match number(module, end)? {
        u32::MAX => (condition, rest, op::CONVERT_F_TO_U, [0, TWO_TO_32]),
        0x8000_0000 => {
            let &[is_high, greatest, converted] = operation(module, rest, op::SELECT)? else { return None };
            if number(module, greatest) != Some(i32::MAX as u32) {
                return None;
            }
            (is_high, converted, op::CONVERT_F_TO_S, [MINUS_TWO_TO_31, TWO_TO_31])
        }
        _ => return None,
    };
    let &[inside] = operation(module, converted, opcode)? else { return None };
    let &[outside, zero, value] = operation(module, inside, op::SELECT)? else { return None };
    let &[either, is_nan] = operation(module, outside, op::LOGICAL_OR)? else { return None };
    let &[is_low, also_high] = operation(module, either, op::LOGICAL_OR)? else { return None };
    let compares = |id: Id, opcode: u16, bound: u32| matches!(operation(module, id, opcode), Some(&[a, b]) if a == value && number(module, b) == Some(bound));
    let is_right = number(module, zero) == Some(0)
        && also_high == is_high
        && compares(is_high, op::F_ORD_GREATER_THAN_EQUAL, high)
        && compares(is_low, op::F_ORD_LESS_THAN, low)
        && (opcode == op::CONVERT_F_TO_U || is_low == condition)
        && operation(module, is_nan, op::IS_NAN) == Some(&[value]);
    let is_whole = matches!(module.scalar(module.get(at).ty), Some(Type::Int { width: 32, .. }))
        && matches!(module.scalar(module.type_of(value)), Some(Type::Float { width: 32, .. }));
    (is_right && is_whole).then_some((opcode, vec![value]))
}
