//! Checks calls of operations: that the operation exists, its types, and that stage and model have it.

use super::context::{Call, Validator, a_shader, kind, kind_name, with_article};
use super::handles::Handles;
use super::signatures::{Mismatch, Signature};
use super::{Subject, arguments, barriers, interface, resources, rules};
use crate::analysis::opcode;
use crate::analysis::requirements;
use crate::ir::{Body, FunctionId, Instruction, InstructionId, Type};
use crate::operation::{Operation, PREFIX};

/// Bit of operation numbers of experimental shader models.
const EXPERIMENTAL: u32 = 0x8000_0000;

/// Reads a call of a `dx.op.` function, and reports a wrong number or function.
pub(super) fn read<'v>(
    validator: &mut Validator<'v>,
    function: FunctionId,
    body: &'v Body,
    id: InstructionId,
    instruction: &'v Instruction,
    callee: FunctionId,
) -> Option<Call<'v>> {
    let program = validator.program;
    let (scope, subject) = (program.scope(body), Subject::Instruction(function, id));
    let arguments = body.operands(instruction).get(1..)?;
    let number = arguments.first().and_then(|&value| scope.integer(value));
    let Some(number) = number else {
        let message = "found an operation number that is computed, expected a constant";
        validator.report(&rules::NUMBER, subject, message);
        return None;
    };
    let code = number as u32;
    if code & EXPERIMENTAL != 0 && validator.model_is(10) {
        return None;
    }
    let operation = Operation::of(u64::from(code)).filter(|operation| operation.function != "reserved");
    let Some(operation) = operation else {
        let message = format!("found operation {code}, expected one of a released shader model");
        validator.report(&rules::NUMBER, subject, message);
        return None;
    };
    let module = program.module;
    let name = module.functions.get(callee.index()).and_then(|callee| module.name(callee.value));
    let rest = name.and_then(|name| name.strip_prefix(PREFIX)).unwrap_or_default();
    let is_own = rest
        .strip_prefix(operation.function.as_bytes())
        .is_some_and(|overload| overload.is_empty() || overload.starts_with(b"."));
    if !is_own {
        let message = format!(
            "found @{} called as {}, expected @dx.op.{}",
            validator.function_name(callee),
            operation.name,
            operation.function
        );
        validator.report(&rules::FUNCTION, subject, message);
        return None;
    }
    let kind = validator.role(function).kind;
    Some(Call { function, id, body, scope, instruction, code, operation, arguments, kind })
}

/// Checks a call.
pub(super) fn check<'v>(
    validator: &mut Validator<'v>,
    call: &Call<'v>,
    callee: FunctionId,
    handles: &mut Handles,
) {
    if !types(validator, call, callee) || !stage(validator, call) {
        return;
    }
    arguments::check(validator, call, handles);
    match call.code {
        opcode::ATOMIC_BIN_OP | opcode::ATOMIC_COMPARE_EXCHANGE => {
            let is_long = validator.types.get(call.instruction.ty) == Some(Type::Integer(64));
            if is_long && !validator.model_is(6) {
                let message = too_new(validator, "an atomic operation of 64 bits", 6);
                validator.report(&rules::TOO_NEW, call.subject(), message);
            }
            resources::check(validator, call, handles);
        }
        opcode::CREATE_HANDLE => {
            if validator.shader.is_library() {
                place(validator, call, "a shader that is not a library");
            } else if validator.model_is(6) {
                let message =
                    "found CreateHandle in shader model 6.6 or later, expected CreateHandleFromBinding";
                validator.report(&rules::PLACE, call.subject(), message);
            }
        }
        opcode::CREATE_HANDLE_FOR_LIB if !validator.shader.is_library() => {
            place(validator, call, "a library")
        }
        opcode::RAW_BUFFER_LOAD | opcode::RAW_BUFFER_STORE => {
            if !validator.model_is(3) && is_wide(validator, call) {
                let message = too_new(validator, "a raw buffer access of 64 bits", 3);
                validator.report(&rules::TOO_NEW, call.subject(), message);
            }
            resources::check(validator, call, handles);
        }
        opcode::IS_NAN..=opcode::IS_NORMAL => {
            let ty = call.argument(1).and_then(|value| call.scope.type_of(value));
            let is_half =
                ty.is_some_and(|ty| validator.types.get(validator.types.scalar(ty)) == Some(Type::Half));
            if is_half && !validator.model_is(9) && !validator.has_minimum_precision() {
                let message = too_new(validator, &format!("{} of half", call.operation.name), 9);
                validator.report(&rules::TOO_NEW, call.subject(), message);
            }
        }
        opcode::THREAD_ID..=opcode::FLATTENED_THREAD_ID_IN_GROUP if call.kind == kind::NODE => {
            launch(validator, call);
        }
        code if opcode::is_barrier(code) => barriers::check(validator, call),
        _ => {
            resources::check(validator, call, handles);
            interface::check(validator, call);
        }
    }
}

/// Says that something came with a later model.
fn too_new(validator: &Validator<'_>, what: &str, minor: u32) -> String {
    format!("found {what} in shader model {}, expected 6.{minor} or later", validator.shader.model)
}

/// Reports that an operation belongs elsewhere.
pub(super) fn place(validator: &mut Validator<'_>, call: &Call<'_>, expected: &str) {
    let message = format!("found {} in another function, expected it in {expected}", call.operation.name);
    validator.report(&rules::PLACE, call.subject(), message);
}

fn is_wide(validator: &Validator<'_>, call: &Call<'_>) -> bool {
    // The values follow handle, index and offset; a load returns them first.
    let ty = match call.code {
        opcode::RAW_BUFFER_STORE => call.argument(4).and_then(|value| call.scope.type_of(value)),
        _ => validator.types.fields(call.instruction.ty).and_then(|fields| fields.first().copied()),
    };
    ty.is_some_and(|ty| matches!(validator.types.get(ty), Some(Type::Integer(64) | Type::Double)))
}

/// Compares the declared function with the operation.
fn types(validator: &mut Validator<'_>, call: &Call<'_>, callee: FunctionId) -> bool {
    if let Some(&sound) = validator.checked_functions.get(&(callee, call.code)) {
        if !sound {
            // The declaration was reported with its first call.
            return false;
        }
        return true;
    }
    let function = validator.program.module.functions.get(callee.index());
    let declared = function.and_then(|function| validator.types.function(function.ty));
    let compared = match (declared, Signature::of(call.code)) {
        (Some((result, [_, parameters @ ..], false)), Some(signature)) => {
            signature.compare(validator.types, &validator.builtins, result, parameters)
        }
        _ => Err(Mismatch::Count(call.operation.arguments().count())),
    };
    let sound = compared.is_ok();
    validator.checked_functions.insert((callee, call.code), sound);
    let name = call.operation.name;
    let message = match compared {
        Ok(()) => return true,
        Err(Mismatch::Overload(ty)) => {
            format!("found {name} for {}, which it does not exist for", validator.type_name(ty))
        }
        Err(Mismatch::Result(ty)) => {
            format!("found {name} with the result {}, expected another type", validator.type_name(ty))
        }
        Err(Mismatch::Parameter(index, ty)) => format!(
            "found {} for the argument {} of {name}, expected another type",
            validator.type_name(ty),
            call.name(index + 1)
        ),
        Err(Mismatch::Count(count)) => {
            format!("found {name} with another number of parameters, expected {count} after the number")
        }
    };
    validator.report(&rules::OVERLOAD, call.subject(), message);
    sound
}

/// Checks that stage and model have the operation.
fn stage(validator: &mut Validator<'_>, call: &Call<'_>) -> bool {
    let required = requirements::of_operation(call.code);
    if !validator.model_is(required.minor) {
        let message = too_new(validator, call.operation.name, required.minor);
        validator.report(&rules::TOO_NEW, call.subject(), message);
        return false;
    }
    if required.stages.checked_shr(call.kind).unwrap_or(0) & 1 == 0 {
        let message = format!(
            "found {} in {}, expected it in {}",
            call.operation.name,
            a_shader(call.kind),
            stages(required.stages)
        );
        validator.report(&rules::STAGE, call.subject(), message);
        return false;
    }
    let is_grouped = matches!(call.kind, kind::COMPUTE | kind::MESH | kind::AMPLIFICATION);
    if is_grouped && !validator.model_is(6) && derives(call.code) {
        let what = format!("{} in {}", call.operation.name, a_shader(call.kind));
        let message = too_new(validator, &what, 6);
        validator.report(&rules::TOO_NEW, call.subject(), message);
        return false;
    }
    true
}

/// True for operations with derivatives.
fn derives(code: u32) -> bool {
    matches!(
        code,
        opcode::SAMPLE
            | opcode::SAMPLE_BIAS
            | opcode::SAMPLE_CMP
            | opcode::SAMPLE_CMP_BIAS
            | opcode::CALCULATE_LOD
            | opcode::DERIV_COARSE_X..=opcode::DERIV_FINE_Y
    )
}

/// Names of stages for messages.
fn stages(mask: u32) -> String {
    let names: Vec<&str> = (0..16)
        .filter(|&stage| mask & 1 << stage != 0 && stage != kind::LIBRARY)
        .map(|stage| kind_name(stage).trim_end_matches(" shader"))
        .collect();
    match names.as_slice() {
        [] => "a library".to_owned(),
        [one] => with_article(&format!("{one} shader")),
        [others @ .., last] => with_article(&format!("{} or {last} shader", others.join(", "))),
    }
}

/// Checks the identifiers of threads that a node has by its launch mode.
fn launch(validator: &mut Validator<'_>, call: &Call<'_>) {
    const BROADCASTING: u32 = 1;
    const COALESCING: u32 = 2;
    let entry = validator.role(call.function).entry.and_then(|entry| validator.shader.entries.get(entry));
    let Some(mode) = entry.and_then(|entry| entry.properties.node.as_ref()).map(|node| node.launch) else {
        return;
    };
    let is_global = matches!(call.code, opcode::THREAD_ID | opcode::GROUP_ID);
    if mode == BROADCASTING || mode == COALESCING && !is_global {
        return;
    }
    let message = format!(
        "found {} in a node of launch mode {mode}, expected {}",
        call.operation.name,
        if is_global { "1, broadcasting" } else { "1 or 2, broadcasting or coalescing" }
    );
    validator.report(&rules::NODE, call.subject(), message);
}
