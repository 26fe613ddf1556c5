//! Checks barriers.

use super::arguments::constant;
use super::context::{Call, Validator, a_shader, kind};
use super::rules;
use crate::analysis::opcode;
use crate::analysis::requirements::Barrier;

/// Bits of the mode of the old barrier.
mod mode {
    /// UAV memory, of all groups.
    pub(super) const GLOBAL: i64 = 2;
    /// UAV memory, of the thread group.
    pub(super) const GROUP: i64 = 4;
    /// Group-shared memory.
    pub(super) const SHARED: i64 = 8;
}

/// Memory types that exist.
const MEMORY: i64 = 15;
/// Semantics flags that exist, and before shader model 6.9.
const SEMANTICS: i64 = 15;
const OLD_SEMANTICS: i64 = 7;

/// Checks a barrier.
pub(super) fn check(validator: &mut Validator<'_>, call: &Call<'_>) {
    let has_groups =
        matches!(call.kind, kind::COMPUTE | kind::MESH | kind::AMPLIFICATION | kind::NODE | kind::LIBRARY);
    if call.code == opcode::BARRIER {
        return old(validator, call, has_groups);
    }
    let semantics = if validator.model_is(9) { SEMANTICS } else { OLD_SEMANTICS };
    let by_type = call.code == opcode::BARRIER_BY_MEMORY_TYPE;
    let arguments = [(1, MEMORY), (2, semantics)];
    for (argument, mask) in arguments.into_iter().skip(usize::from(!by_type)) {
        match call.integer(argument) {
            None => constant(validator, call, argument),
            Some(flags) if flags & !mask & 0xFFFF_FFFF != 0 => {
                let message = format!(
                    "found {} {flags:#x} of {}, expected bits of {mask:#x}",
                    call.name(argument),
                    call.operation.name
                );
                validator.report(&rules::BARRIER, call.subject(), message);
            }
            Some(_) => {}
        }
    }
    let Some(operation) = validator.program.operation(call.body, call.instruction) else { return };
    let barrier = Barrier::of(validator.program, call.body, operation);
    if barrier.needs_node() && !matches!(call.kind, kind::NODE | kind::LIBRARY) {
        let message = format!("found a barrier for node records in {}, expected a node", a_shader(call.kind));
        validator.report(&rules::BARRIER, call.subject(), message);
    }
    if barrier.needs_group() && !has_groups {
        let message = format!("found a barrier of a thread group in {}, which has none", a_shader(call.kind));
        validator.report(&rules::BARRIER, call.subject(), message);
    }
}

fn old(validator: &mut Validator<'_>, call: &Call<'_>, has_groups: bool) {
    let Some(found) = call.integer(1) else { return constant(validator, call, 1) };
    let message = if !has_groups {
        if found == mode::GLOBAL {
            return;
        }
        format!("found barrier mode {found} in {}, expected 2, UAV memory", a_shader(call.kind))
    } else if found & mode::GLOBAL != 0 && found & mode::GROUP != 0 {
        format!(
            "found barrier mode {found} with UAV memory of all groups and of the group, expected one of them"
        )
    } else if found & (mode::GLOBAL | mode::GROUP | mode::SHARED) == 0 {
        format!(
            "found barrier mode {found} without memory, expected UAV memory, 2 or 4, or group-shared memory, 8"
        )
    } else {
        return;
    };
    validator.report(&rules::BARRIER, call.subject(), message);
}
