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
    TYPES.get(usize::from(opcode)).copied().unwrap_or(false)
}

/// By opcode, true for the instructions whose name begins with `OpType`.
static TYPES: [bool; super::LAST + 1] = {
    let mut types = [false; super::LAST + 1];
    let mut row = 0;
    while row < super::core::OPCODES.len() {
        let name = super::core::OPCODES[row].name.as_bytes();
        types[super::core::OPCODES[row].number as usize] =
            name.len() > 6 && matches!((name[2], name[3], name[4], name[5]), (b'T', b'y', b'p', b'e'));
        row += 1;
    }
    types[op::TYPE_FORWARD_POINTER as usize] = false;
    types[op::TYPE_STRUCT_CONTINUED_INTEL as usize] = false;
    types
};

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
                | op::CONSTANT_SIZE_OF_EXT
                | op::CONSTANT_DATA_KHR
                | op::SPEC_CONSTANT_DATA_KHR
    )
}
