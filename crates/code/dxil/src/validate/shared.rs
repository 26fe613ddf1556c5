//! Checks the group-shared memory of entry points.

use super::context::{Validator, a_shader, kind};
use super::{Subject, rules};
use crate::analysis::{sizes, uses};
use crate::ir::FunctionId;

/// Bytes that stages with thread groups have.
const MAX_SHARED: u32 = 32 * 1024;
const MAX_MESH_SHARED: u32 = 28 * 1024;

/// Checks all entry points.
pub(super) fn check(validator: &mut Validator<'_>) {
    let module = validator.program.module;
    if sizes::group_shared(module).next().is_none() {
        return;
    }
    let own = uses::all(validator.program);
    let Some(used) = uses::group_shared(validator.program, &own) else { return };
    let total = sizes::group_shared_total(module);
    for (index, entry, shader) in validator.entry_points() {
        let functions = [entry.function, entry.properties.hull.and_then(|hull| hull.patch_function)];
        for function in functions.into_iter().flatten() {
            let used = used.get(function).copied().unwrap_or(0);
            // Other modules than libraries count every variable.
            let bytes = if validator.shader.is_library() { used } else { used.max(total) };
            let most = match shader {
                kind::COMPUTE | kind::AMPLIFICATION | kind::NODE => MAX_SHARED,
                kind::MESH => MAX_MESH_SHARED,
                _ => 0,
            };
            if bytes > most {
                let message = match most {
                    0 => format!(
                        "found {bytes} bytes of group-shared memory in {}, expected none",
                        a_shader(shader)
                    ),
                    most => format!("found {bytes} bytes of group-shared memory, expected at most {most}"),
                };
                let subject = shared_variable(validator).unwrap_or(Subject::Entry(index));
                let name = validator.function_name(FunctionId::at(function));
                validator.report(&rules::SHARED_MEMORY, subject, message).note(format!("{name} uses it"));
                break;
            }
        }
    }
}

/// The largest group-shared variable.
fn shared_variable(validator: &Validator<'_>) -> Option<Subject> {
    let variables = sizes::group_shared(validator.program.module);
    let largest = variables.max_by_key(|&(_, size)| size)?;
    Some(Subject::Variable(crate::ir::VariableId::at(largest.0)))
}
