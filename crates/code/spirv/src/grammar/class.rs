//! Classifies instructions: terminators, types, constants.

use super::op;

/// True if an instruction ends a block.
pub fn ends_block(opcode: u16) -> bool {
    matches!(
        opcode,
        op::BRANCH
            ..=op::UNREACHABLE
                | op::TERMINATE_INVOCATION
                | op::IGNORE_INTERSECTION_KHR
                | op::TERMINATE_RAY_KHR
                | op::EMIT_MESH_TASKS_EXT
                | op::ABORT_KHR
    )
}

/// True if an instruction declares a type.
pub fn is_type(opcode: u16) -> bool {
    opcode != op::TYPE_FORWARD_POINTER
        && super::opcode(opcode).is_some_and(|row| row.name.starts_with("OpType"))
        && opcode != op::TYPE_STRUCT_CONTINUED_INTEL
}

/// True if an instruction declares a constant.
pub fn is_constant(opcode: u16) -> bool {
    matches!(
        opcode,
        op::CONSTANT_TRUE
            ..=op::SPEC_CONSTANT_OP
                | op::CONSTANT_COMPOSITE_REPLICATE_EXT
                | op::SPEC_CONSTANT_COMPOSITE_REPLICATE_EXT
                | op::CONSTANT_FUNCTION_POINTER_INTEL
                | op::CONSTANT_PIPE_STORAGE
    )
}
