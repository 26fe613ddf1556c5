//! Evaluates constants whose value specialization cannot change.

use crate::grammar::op;
use crate::module::{Constant, ConstantValue, Id, Module, Type};

/// Value of an integer constant.
pub(super) fn integer(module: &Module, id: Id) -> Option<u64> {
    let constant = module.constant(id)?;
    let Some(Type::Int { width: ..=64, .. }) = module.ty(constant.ty) else { return None };
    match constant {
        Constant { value: ConstantValue::Number(value), specialized: false, .. } => Some(value),
        Constant { value: ConstantValue::Null, .. } => Some(0),
        _ => None,
    }
}

/// Value of an integer constant of 32 bits.
pub(super) fn integer32(module: &Module, id: Id) -> Option<u32> {
    let Some(Type::Int { width: 32, .. }) = module.ty(module.type_of(id)) else { return None };
    integer(module, id).map(|value| value as u32)
}

/// True if an instruction gives a constant, specialized or not.
pub(super) fn is_constant(opcode: u16) -> bool {
    matches!(
        opcode,
        op::CONSTANT_TRUE
            | op::CONSTANT_FALSE
            | op::CONSTANT
            | op::CONSTANT_COMPOSITE
            | op::CONSTANT_COMPOSITE_REPLICATE_EXT
            | op::CONSTANT_SAMPLER
            | op::CONSTANT_NULL
            | op::CONSTANT_FUNCTION_POINTER_INTEL
            | op::CONSTANT_STRING_AMDX
            | op::SPEC_CONSTANT_TRUE
            | op::SPEC_CONSTANT_FALSE
            | op::SPEC_CONSTANT
            | op::SPEC_CONSTANT_COMPOSITE
            | op::SPEC_CONSTANT_COMPOSITE_REPLICATE_EXT
            | op::SPEC_CONSTANT_OP
            | op::SPEC_CONSTANT_STRING_AMDX
            | op::GRAPH_CONSTANT_ARM
            | op::ASM_TARGET_INTEL
            | op::ASM_INTEL
            | op::SPEC_CONSTANT_ARCHITECTURE_INTEL
            | op::SPEC_CONSTANT_TARGET_INTEL
            | op::SPEC_CONSTANT_CAPABILITIES_INTEL
            | op::CONSTANT_SIZE_OF_EXT
            | op::CONSTANT_DATA_KHR
            | op::SPEC_CONSTANT_DATA_KHR
    )
}
