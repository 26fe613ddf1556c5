//! Checks functions, their parameters and calls.

use super::{Checker, Relaxation, TYPE, rules};
use crate::grammar::op;
use crate::grammar::value::{addressing_model, capability as cap, storage_class as class};
use crate::module::{At, Function, Id, Type};

/// Checks functions and their parameters.
pub(super) fn check(c: &mut Checker<'_>) {
    let module = c.module;
    for function in &module.functions {
        declaration(c, function);
    }
    if c.names_functions {
        uses(c);
    }
}

fn declaration(c: &mut Checker<'_>, function: &Function) {
    let module = c.module;
    let at = function.declaration();
    let ty = module.word(at, 1);
    let Some(Type::Function { result, parameters }) = module.ty(ty) else {
        c.expect(false, &rules::FUNCTION_TYPE, (at, 1), "a function type");
        return;
    };
    c.expect_type(result == module.get(at).ty, &rules::FUNCTION_TYPE, (at, TYPE), result);
    let mut count = 0;
    for &parameter in &function.head {
        if module.opcode(parameter) != op::FUNCTION_PARAMETER {
            continue;
        }
        match parameters.get(count) {
            Some(&expected) => {
                let holds = module.get(parameter).ty == expected;
                c.expect_type(holds, &rules::FUNCTION_PARAMETERS, (parameter, TYPE), expected);
            }
            None => {
                let message = format!("found more parameters than the {} of the type", parameters.len());
                c.report(&rules::FUNCTION_PARAMETERS, parameter, message);
            }
        }
        count += 1;
    }
}

/// Checks where functions and function types are used.
fn uses(c: &mut Checker<'_>) {
    let module = c.module;
    for &at in &c.facts.order.all {
        let opcode = module.opcode(at);
        if takes_functions(opcode) || module.is_debug(at) {
            continue;
        }
        for (index, operand) in module.tagged_operands(at).enumerate() {
            let Some(id) = operand.id() else { continue };
            match module.opcode_of(id) {
                op::FUNCTION => {
                    c.expect(false, &rules::FUNCTION_USE, (at, index), "an id that is not a function");
                }
                op::TYPE_FUNCTION if !takes_function_types(c, opcode) => {
                    c.expect(false, &rules::FUNCTION_USE, (at, index), "a type that is not a function type");
                }
                _ => {}
            }
        }
    }
}

/// True if an instruction is none of those that name functions or function types.
pub(super) fn is_stranger(c: &Checker<'_>, opcode: u16, named: u16) -> bool {
    match named {
        op::FUNCTION => !takes_functions(opcode),
        op::TYPE_FUNCTION => !takes_functions(opcode) && !takes_function_types(c, opcode),
        _ => false,
    }
}

fn takes_function_types(c: &Checker<'_>, opcode: u16) -> bool {
    match opcode {
        op::FUNCTION | op::ASM_INTEL => true,
        op::TYPE_POINTER => c.has(cap::FUNCTION_POINTERS_INTEL),
        _ => false,
    }
}

fn takes_functions(opcode: u16) -> bool {
    matches!(
        opcode,
        op::NAME
            | op::MEMBER_NAME
            | op::DECORATE
            | op::DECORATE_ID
            | op::DECORATE_STRING
            | op::MEMBER_DECORATE
            | op::GROUP_DECORATE
            | op::GROUP_MEMBER_DECORATE
            | op::ENTRY_POINT
            | op::CONDITIONAL_ENTRY_POINT_INTEL
            | op::EXECUTION_MODE
            | op::EXECUTION_MODE_ID
            | op::FUNCTION_CALL
            | op::ENQUEUE_KERNEL
            | op::GET_KERNEL_N_DRANGE_SUB_GROUP_COUNT
            ..=op::GET_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE
                | op::GET_KERNEL_LOCAL_SIZE_FOR_SUBGROUP_COUNT
                | op::GET_KERNEL_MAX_NUM_SUBGROUPS
                | op::COOPERATIVE_MATRIX_PER_ELEMENT_OP_EXT
                | op::COOPERATIVE_MATRIX_REDUCE_EXT
                | op::COOPERATIVE_MATRIX_LOAD_TENSOR_NV
                | op::CONSTANT_FUNCTION_POINTER_INTEL
    )
}

/// Checks a call.
pub(super) fn call(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let callee = module.definition(module.word(at, 0)).filter(|at| module.opcode(*at) == op::FUNCTION);
    let Some(callee) = callee else {
        c.expect(false, &rules::CALL_FUNCTION, (at, 0), "a function");
        return;
    };
    let ty = module.get(callee).ty;
    c.expect_type(ty == module.get(at).ty, &rules::CALL_RESULT, (at, TYPE), ty);
    returned_pointer(c, at, ty);
    let Some(Type::Function { parameters, .. }) = module.ty(module.word(callee, 1)) else { return };
    let arguments = &module.operands(at)[1..];
    if arguments.len() != parameters.len() {
        let message = format!("found {} arguments, expected {}", arguments.len(), parameters.len());
        c.report_against(&rules::CALL_ARGUMENTS, (at, 0), message, (Some(callee), "declares the function"));
        return;
    }
    for (index, (&argument, &parameter)) in arguments.iter().zip(parameters).enumerate() {
        let own = module.type_of(argument);
        let alike = c.relaxes(Relaxation::BeforeHlslLegalization) && point_alike(c, own, parameter);
        if c.expect_type(own == parameter || alike, &rules::CALL_ARGUMENTS, (at, index + 1), parameter) {
            pointer_argument(c, at, index + 1, parameter);
        }
    }
}

/// True if two pointer types point to types that match but for their decorations.
fn point_alike(c: &Checker<'_>, one: Id, other: Id) -> bool {
    let pointee = |ty| c.module.pointer(ty);
    match (pointee(one), pointee(other)) {
        (Some(one), Some(other)) => one.0 == other.0 || c.match_logically(one.0, other.0),
        _ => false,
    }
}

fn is_logical(c: &Checker<'_>) -> bool {
    let model = c.addressing_model();
    let logical = [addressing_model::LOGICAL, addressing_model::PHYSICAL_STORAGE_BUFFER64].contains(&model);
    logical && !c.relaxes(Relaxation::RelaxLogicalPointer)
}

fn returned_pointer(c: &mut Checker<'_>, at: At, ty: Id) {
    let Some(storage) = c.class_of(ty).filter(|_| is_logical(c)) else { return };
    let holds = match storage {
        class::PHYSICAL_STORAGE_BUFFER => true,
        class::STORAGE_BUFFER => c.has(cap::VARIABLE_POINTERS_STORAGE_BUFFER),
        class::WORKGROUP => c.has(cap::VARIABLE_POINTERS),
        _ => false,
    };
    c.expect(holds, &rules::POINTER_LOGICAL, (at, TYPE), "a type other than a pointer, or variable pointers");
}

fn pointer_argument(c: &mut Checker<'_>, at: At, index: usize, parameter: Id) {
    let Some(storage) = c.class_of(parameter).filter(|_| is_logical(c)) else { return };
    let variable = c.has(cap::VARIABLE_POINTERS_STORAGE_BUFFER);
    let holds = match storage {
        class::PHYSICAL_STORAGE_BUFFER => return,
        class::UNIFORM_CONSTANT
        | class::FUNCTION
        | class::PRIVATE
        | class::WORKGROUP
        | class::ATOMIC_COUNTER
        | class::TILE_IMAGE_EXT
        | class::SHADER_RECORD_BUFFER_KHR => true,
        class::STORAGE_BUFFER => variable,
        _ => false,
    };
    let expected = "a pointer in Function, Private, Workgroup or UniformConstant, or variable pointers";
    if !c.expect(holds, &rules::POINTER_ARGUMENT, (at, index), expected) {
        return;
    }
    let argument = c.module.opcode_of(c.module.word(at, index));
    let whole = matches!(argument, op::VARIABLE | op::UNTYPED_VARIABLE_KHR | op::FUNCTION_PARAMETER);
    let part = c.relaxes(Relaxation::BeforeHlslLegalization)
        || variable && storage == class::STORAGE_BUFFER
        || c.has(cap::VARIABLE_POINTERS) && storage == class::WORKGROUP
        || storage == class::UNIFORM_CONSTANT;
    c.expect(
        whole || part,
        &rules::POINTER_ARGUMENT,
        (at, index),
        "a variable or parameter, not a part of one",
    );
}

/// Checks a function that is applied to each element of a cooperative matrix.
pub(super) fn per_element(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let ty = module.get(at).ty;
    let own = |index| module.type_of(module.word(at, index));
    let is_matrix = module.opcode_of(own(0)) == op::TYPE_COOPERATIVE_MATRIX_KHR;
    if !c.expect(
        is_matrix && own(0) == ty,
        &rules::OPERAND_TYPE,
        (at, 0),
        "a cooperative matrix of the result type",
    ) {
        return;
    }
    let component = module.definition(ty).map_or(0, |at| module.word(at, 0));
    let callee = module.definition(module.word(at, 1)).filter(|at| module.opcode(*at) == op::FUNCTION);
    let ty_of_callee = callee.and_then(|at| module.ty(module.word(at, 1)));
    let Some(Type::Function { result, parameters }) = ty_of_callee else {
        c.expect(false, &rules::CALL_FUNCTION, (at, 1), "a function");
        return;
    };
    let count = module.operands(at).len() + 1;
    let holds = result == component
        && parameters.len() == count
        && c.is_int32(parameters[0])
        && c.is_int32(parameters[1])
        && parameters[2] == component;
    let expected = "a function of row, column, element and the further operands that returns an element";
    if !c.expect(holds, &rules::CALL_ARGUMENTS, (at, 1), expected) {
        return;
    }
    for index in 2..module.operands(at).len() {
        let is_matrix = c.is_cooperative_matrix(own(index));
        let (found, expected) =
            if is_matrix { (own(index), ty) } else { (own(index), parameters[index + 1]) };
        let holds = found == expected && (!is_matrix || parameters[index + 1] == component);
        c.expect(holds, &rules::CALL_ARGUMENTS, (at, index), "the type of the parameter");
    }
}
