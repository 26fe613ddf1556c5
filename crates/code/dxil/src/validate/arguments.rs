//! Checks arguments of operations by themselves: constants, ranges, undefined values.

use super::builtins::Builtin;
use super::context::{Call, Validator, is_undefined};
use super::handles::Handles;
use super::rules;
use crate::analysis::opcode;
use crate::ir::{Constant, ValueId};

/// Arguments that must be constants in a range: operation, argument, least and greatest value.
const RANGES: [(u32, usize, i64, i64); 15] = [
    (opcode::HIT_OBJECT_WORLD_RAY_ORIGIN, 2, 0, 2),
    (opcode::HIT_OBJECT_WORLD_RAY_DIRECTION, 2, 0, 2),
    (opcode::HIT_OBJECT_OBJECT_RAY_ORIGIN, 2, 0, 2),
    (opcode::HIT_OBJECT_OBJECT_RAY_DIRECTION, 2, 0, 2),
    (opcode::HIT_OBJECT_OBJECT_TO_WORLD3X4, 2, 0, 2),
    (opcode::HIT_OBJECT_OBJECT_TO_WORLD3X4, 3, 0, 3),
    (opcode::HIT_OBJECT_WORLD_TO_OBJECT3X4, 2, 0, 2),
    (opcode::HIT_OBJECT_WORLD_TO_OBJECT3X4, 3, 0, 3),
    (opcode::RAW_BUFFER_LOAD, 5, 0, ANY),
    (opcode::RAW_BUFFER_STORE, 9, 0, ANY),
    (opcode::RAW_BUFFER_VECTOR_LOAD, 4, 0, ANY),
    (opcode::RAW_BUFFER_VECTOR_STORE, 5, 0, ANY),
    (opcode::ALLOCATE_RAY_QUERY, 1, 0, ANY),
    (opcode::ALLOCATE_RAY_QUERY2, 1, 0, ANY),
    (opcode::ALLOCATE_RAY_QUERY2, 2, 0, ANY),
];
/// No bound.
const ANY: i64 = i64::MAX;

/// Bounds of the bias of `SampleBias`.
const BIAS: std::ops::RangeInclusive<f64> = -16.0..=15.99;
/// Position of that argument.
const BIAS_ARGUMENT: usize = 10;
/// Ray flag that forces two states of opacity, and the flag of a query that allows micromaps.
const FORCE_TWO_STATES: i64 = 0x400;
const ALLOW_MICROMAPS: i64 = 1;

/// Operations whose arguments from the first on must all be defined, up to the second number.
const DEFINED: [(u32, usize, usize); 9] = [
    (opcode::MAYBE_REORDER_THREAD, 1, 1),
    (opcode::MAYBE_REORDER_THREAD, 3, 3),
    (opcode::HIT_OBJECT_MAKE_MISS, 1, 2),
    (opcode::HIT_OBJECT_LOAD_LOCAL_ROOT_TABLE_CONSTANT, 1, 2),
    (opcode::HIT_OBJECT_SET_SHADER_TABLE_INDEX, 1, 2),
    (opcode::HIT_OBJECT_FROM_RAY_QUERY, 1, 1),
    (opcode::HIT_OBJECT_FROM_RAY_QUERY_WITH_ATTRS, 1, 3),
    (opcode::HIT_OBJECT_INVOKE, 1, 2),
    (opcode::HIT_OBJECT_TRACE_RAY, 2, 15),
];

/// Checks the arguments of a call.
pub(super) fn check(validator: &mut Validator<'_>, call: &Call<'_>, handles: &mut Handles) {
    undefined(validator, call, handles);
    indefinite(validator, call);
    if call.code < opcode::SAMPLE_BIAS {
        return;
    }
    // Constants may be any that the register holds, so only some have a range.
    for &(_, argument, least, greatest) in RANGES.iter().filter(|row| row.0 == call.code) {
        let is_flag = matches!(call.code, opcode::ALLOCATE_RAY_QUERY | opcode::ALLOCATE_RAY_QUERY2);
        let is_constant = |value| call.scope.constant(value).is_some();
        match call.integer(argument) {
            None if is_flag && call.argument(argument).is_some_and(is_constant) => {}
            None => constant(validator, call, argument),
            Some(number) if (least..=greatest).contains(&number) || greatest == ANY => {}
            Some(number) => {
                range(validator, call, argument, &number.to_string(), &format!("{least} to {greatest}"))
            }
        }
    }
    match call.code {
        opcode::SAMPLE_BIAS => {
            if let Some(bias) = call.float(BIAS_ARGUMENT).filter(|bias| !in_bias(*bias)) {
                range(validator, call, BIAS_ARGUMENT, &bias.to_string(), "-16 to 15.99");
            }
        }
        opcode::ALLOCATE_RAY_QUERY2 => {
            let (flags, query) = (call.integer(1).unwrap_or(0), call.integer(2).unwrap_or(0));
            if flags & FORCE_TWO_STATES != 0 && query & ALLOW_MICROMAPS == 0 {
                let expected = "1, which allows opacity micromaps, as the ray flags force two states";
                range(validator, call, 2, &query.to_string(), expected);
            }
        }
        opcode::HIT_OBJECT_LOAD_LOCAL_ROOT_TABLE_CONSTANT => {
            if let Some(offset) = call.integer(2).filter(|offset| offset % 4 != 0) {
                range(validator, call, 2, &offset.to_string(), "a multiple of 4");
            }
        }
        _ => {}
    }
}

/// True for a bias in range, compared with the precision of the operation.
fn in_bias(bias: f64) -> bool {
    let greatest = f64::from(*BIAS.end() as f32);
    (*BIAS.start()..=greatest).contains(&bias)
}

/// Reports an argument that is computed.
pub(super) fn constant(validator: &mut Validator<'_>, call: &Call<'_>, argument: usize) {
    let name = call.name(argument);
    let message = format!("found a computed {name} of {}, expected a constant", call.operation.name);
    validator.report(&rules::CONSTANT, call.subject(), message);
}

/// Reports an argument that is out of range.
pub(super) fn range(
    validator: &mut Validator<'_>,
    call: &Call<'_>,
    argument: usize,
    found: &str,
    expected: &str,
) {
    let name = call.name(argument);
    let message = format!("found {found} for {name} of {}, expected {expected}", call.operation.name);
    validator.report(&rules::RANGE, call.subject(), message);
}

/// Checks for arguments that must be defined.
fn undefined(validator: &mut Validator<'_>, call: &Call<'_>, handles: &mut Handles) {
    let annotates = matches!(
        call.code,
        opcode::ANNOTATE_HANDLE
            | opcode::ANNOTATE_NODE_HANDLE
            | opcode::ANNOTATE_NODE_RECORD_HANDLE
            | opcode::CREATE_HANDLE_FOR_LIB
    );
    let is_missing = |call: &Call<'_>, value: ValueId| {
        matches!(call.scope.constant(value), Some((Constant::Undef | Constant::Null, _)))
    };
    for (index, &value) in call.arguments.iter().enumerate().skip(1) {
        let Some(ty) = call.scope.type_of(value) else { continue };
        let builtin = validator.builtins.get(ty);
        match builtin {
            Some(Builtin::Handle | Builtin::NodeHandle | Builtin::NodeRecordHandle) if !annotates => {
                if is_missing(call, value) {
                    missing(validator, call, index);
                } else if builtin == Some(Builtin::Handle) {
                    handles.resource(validator, call, value);
                }
            }
            Some(Builtin::HitObject) if is_undefined(call.scope, value) => missing(validator, call, index),
            _ => {}
        }
    }
    for &(_, first, last) in DEFINED.iter().filter(|row| row.0 == call.code) {
        for index in first..=last {
            let ty = call.argument(index).and_then(|value| call.scope.type_of(value));
            let is_hit_object = ty.is_some_and(|ty| validator.builtins.get(ty) == Some(Builtin::HitObject));
            if call.is_undefined(index) && !is_hit_object {
                missing(validator, call, index);
            }
        }
    }
    let hints = call.code == opcode::MAYBE_REORDER_THREAD && call.integer(3).is_some_and(|count| count != 0);
    if hints && call.is_undefined(2) {
        missing(validator, call, 2);
    }
}

fn missing(validator: &mut Validator<'_>, call: &Call<'_>, argument: usize) {
    let name = call.name(argument);
    let message = format!("found an undefined {name} of {}, expected a value", call.operation.name);
    validator.report(&rules::MISSING_ARGUMENT, call.subject(), message);
}

/// Checks for constants whose result is not defined.
fn indefinite(validator: &mut Validator<'_>, call: &Call<'_>) {
    let indefinite = matches!(
        call.code,
        opcode::ASIN | opcode::ACOS | opcode::LOG | opcode::DERIV_COARSE_X..=opcode::DERIV_FINE_Y
    );
    if indefinite && call.float(1).is_some_and(f64::is_infinite) {
        let message = format!("found {} of an infinite constant, expected a finite one", call.operation.name);
        validator.report(&rules::INDEFINITE, call.subject(), message);
    }
}
