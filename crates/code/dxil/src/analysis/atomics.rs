//! Finds resources used by 64-bit atomics; resource metadata, `PSV0` and `RDAT` record the same.

use super::handles::Handles;
use super::opcode;
use super::program::Program;
use crate::ir::Type;
use crate::shader::Shader;

/// For each resource in [`Shader::resources`], true if the module uses 64-bit atomics on it. Heap resources
/// have no metadata.
pub fn atomic64(program: &Program<'_>, shader: &Shader) -> Vec<bool> {
    let handles = Handles::new(program, shader);
    let mut found = vec![false; shader.resources.len()];
    for (_, body) in program.defined() {
        for instruction in &body.instructions {
            let Some(operation) = program.operation(body, instruction) else {
                continue;
            };
            let is_atomic =
                [opcode::ATOMIC_BIN_OP, opcode::ATOMIC_COMPARE_EXCHANGE].contains(&operation.code);
            if !is_atomic || program.module.types.get(instruction.ty) != Some(Type::Integer(64)) {
                continue;
            }
            let handle = operation.argument(1);
            let Some(bound) = handle.and_then(|handle| handles.bound(body, handle)) else {
                continue;
            };
            let index = shader.resources.iter().position(|resource| resource == bound);
            if let Some(slot) = index.and_then(|index| found.get_mut(index)) {
                *slot = true;
            }
        }
    }
    found
}
