//! Checks how operations use buffers and their counters, and the use of dimensions and of the status of loads.

use super::builtins::Builtin;
use super::context::{Call, Validator};
use super::handles::Handles;
use super::resources::{class, handle, kind_name, second_coordinate, stored, texture, wrong_kind};
use super::rules;
use crate::analysis::opcode;
use crate::ir::Op;
use crate::shader::resource::{Class, kind};

/// Index of the status in the result of a load.
const STATUS: u32 = 4;

fn is_buffer(kind: u32) -> bool {
    matches!(kind, kind::RAW_BUFFER | kind::TYPED_BUFFER | kind::TBUFFER | kind::STRUCTURED_BUFFER)
}

fn is_raw(kind: u32) -> bool {
    matches!(kind, kind::RAW_BUFFER | kind::STRUCTURED_BUFFER)
}

pub(super) fn buffer_load(validator: &mut Validator<'_>, call: &Call<'_>, handles: &mut Handles) {
    let Some(found) = handle(validator, call, handles, 1) else { return };
    if !class(validator, call, found, &[Class::Srv, Class::Uav]) {
        return;
    }
    if !is_buffer(found.kind) {
        return wrong_kind(validator, call, found);
    }
    second_coordinate(validator, call, 3, found);
}

pub(super) fn buffer_store(validator: &mut Validator<'_>, call: &Call<'_>, handles: &mut Handles) {
    let Some(found) = handle(validator, call, handles, 1) else { return };
    class(validator, call, found, &[Class::Uav]);
    let is_typed = matches!(found.kind, kind::TYPED_BUFFER | kind::TBUFFER);
    if !stored(validator, call, 4, is_typed) {
        return;
    }
    if !is_buffer(found.kind) {
        return wrong_kind(validator, call, found);
    }
    second_coordinate(validator, call, 3, found);
}

pub(super) fn raw_load(validator: &mut Validator<'_>, call: &Call<'_>, handles: &mut Handles) {
    let Some(found) = handle(validator, call, handles, 1) else { return };
    if !class(validator, call, found, &[Class::Srv, Class::Uav]) {
        return;
    }
    if !is_raw(found.kind) {
        return wrong_kind(validator, call, found);
    }
    second_coordinate(validator, call, 3, found);
}

pub(super) fn raw_store(validator: &mut Validator<'_>, call: &Call<'_>, handles: &mut Handles) {
    let Some(found) = handle(validator, call, handles, 1) else { return };
    class(validator, call, found, &[Class::Uav]);
    if call.code == opcode::RAW_BUFFER_VECTOR_STORE {
        if call.is_undefined(4) {
            validator.report(
                &rules::STORE,
                call.subject(),
                "found an undefined vector, expected the stored value",
            );
        }
    } else if !stored(validator, call, 4, false) {
        return;
    }
    if !is_raw(found.kind) {
        return wrong_kind(validator, call, found);
    }
    second_coordinate(validator, call, 3, found);
}

pub(super) fn constant_buffer(validator: &mut Validator<'_>, call: &Call<'_>, handles: &mut Handles) {
    const ROW: i64 = 16;
    let Some(index) = call.integer(2) else { return };
    let Some(found) = handle(validator, call, handles, 1) else { return };
    if !class(validator, call, found, &[Class::Cbv]) {
        return;
    }
    let is_row = call.code == opcode::C_BUFFER_LOAD_LEGACY;
    let offset = (index & 0xFFFF_FFFF).saturating_mul(if is_row { ROW } else { 1 });
    let size = i64::from(found.size);
    if size > 0 && offset >= size {
        let message = format!("found offset {offset} in a constant buffer of {size} bytes");
        validator.report(&rules::CONSTANT_BUFFER, call.subject(), message);
    }
}

pub(super) fn counter(validator: &mut Validator<'_>, call: &Call<'_>, handles: &mut Handles) {
    let known = call.argument(1).and_then(|handle| handles.known(handle));
    let message = match known {
        None => {
            handle(validator, call, handles, 1);
            None
        }
        Some(found) if !class(validator, call, found, &[Class::Uav]) => None,
        Some(found) if found.kind != kind::STRUCTURED_BUFFER => {
            wrong_kind(validator, call, found);
            None
        }
        Some(found) if !found.compares_or_counts => {
            Some("found a counter of a buffer without one".to_owned())
        }
        Some(_) => None,
    };
    if let Some(message) = message {
        validator.report(&rules::COUNTER, call.subject(), message);
    }
    let Some(increment) = call.integer(2) else {
        return super::arguments::constant(validator, call, 2);
    };
    if let Some(resource) = known.and_then(|found| found.resource).filter(|_| !validator.shader.is_library())
    {
        let first = *validator.counters.entry(resource).or_insert(increment == 1);
        if first != (increment == 1) {
            let message = "found a counter that is incremented and decremented, expected one of them";
            validator.report(&rules::COUNTER, call.subject(), message);
        }
    }
}

pub(super) fn get_dimensions(validator: &mut Validator<'_>, call: &Call<'_>, handles: &mut Handles) {
    let Some(found) = handle(validator, call, handles, 1) else { return };
    if !matches!(found.class, Class::Srv | Class::Uav) {
        return wrong_kind(validator, call, found);
    }
    // Members that are defined: width, height, depth, and levels or samples.
    let defined: u32 = match found.kind {
        texture::ONE => 0b1001,
        texture::ONE_ARRAY | texture::TWO | texture::TWO_MULTISAMPLED | texture::CUBE => 0b1011,
        texture::TWO_ARRAY | texture::TWO_MULTISAMPLED_ARRAY | texture::THREE | texture::CUBE_ARRAY => 0b1111,
        kind if is_buffer(kind) => {
            if !call.is_undefined(2) {
                let message = format!("found a mip level of {}, expected `undef`", kind_name(kind));
                validator.report(&rules::MIP_LEVEL, call.subject(), message);
            }
            0b0001
        }
        _ => return wrong_kind(validator, call, found),
    };
    let Some(result) = call.instruction.result else { return };
    let uses = handles.dimension_uses(validator, call.body, result);
    for used in uses {
        match used {
            Some(index) if index < 4 && defined & 1 << index != 0 => {}
            Some(index) => {
                let message = format!(
                    "found member {index} of the dimensions of {}, which does not have it",
                    kind_name(found.kind)
                );
                validator.report(&rules::DIMENSION_RESULT, call.subject(), message);
            }
            None => {
                let message = "found dimensions passed on whole, expected `extractvalue`";
                validator.report(&rules::RESULT, call.subject(), message);
            }
        }
    }
}

pub(super) fn status(validator: &mut Validator<'_>, call: &Call<'_>) {
    let source = call.argument(1).and_then(|value| validator.program.maker(call.body, value));
    let source = source.and_then(|id| call.body.instruction(id));
    let is_status = source.is_some_and(|source| match source.op {
        Op::ExtractValue { indices } => {
            let aggregate = call.body.operands(source).first().and_then(|&value| call.scope.type_of(value));
            let is_load = aggregate
                .is_some_and(|ty| matches!(validator.builtins.get(ty), Some(Builtin::ResourceResult(_))));
            let last = aggregate
                .and_then(|ty| validator.types.fields(ty))
                .map_or(STATUS, |fields| fields.len() as u32 - 1);
            is_load && call.body.indices(indices) == [last]
        }
        _ => false,
    });
    if !is_status {
        let message = "found another value for CheckAccessFullyMapped, expected the status of a load";
        validator.report(&rules::RESULT, call.subject(), message);
    }
}
