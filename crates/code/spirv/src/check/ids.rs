//! Checks ids: that they are defined before they are used, and that they are of the kind that is expected.

use super::{Checker, functions, rules};
use crate::grammar::{self, Section, op};
use crate::module::{At, Id, Module};

/// Checks every use of an id in the order of the file.
pub(super) fn check(checker: &mut Checker<'_>) {
    let module = checker.module;
    let mut forward = vec![false; module.bound()];
    for &at in &checker.facts.order.all {
        let instruction = module.get(at);
        if instruction.ty != 0 {
            result_type(checker, at, instruction.ty);
        }
        if module.operands(at).is_empty() {
            continue;
        }
        if instruction.opcode == op::TYPE_FORWARD_POINTER {
            forward[module.word(at, 0) as usize] = true;
        }
        let user = Instruction::of(checker, at);
        for (index, operand) in module.tagged_operands(at).enumerate() {
            if let Some(id) = operand.id()
                && !is_earlier_value(module, at, id)
            {
                use_of(checker, &user, (index, id), &forward);
            }
        }
    }
}

/// True for instructions of extended sets.
const fn is_extended(opcode: u16) -> bool {
    matches!(opcode, op::EXT_INST | op::EXT_INST_WITH_FORWARD_REFS_KHR)
}

/// True for what nearly every operand is: a value defined before, which any instruction may use.
fn is_earlier_value(module: &Module, at: At, id: Id) -> bool {
    module.definition(id).is_some_and(|definition| {
        let other = module.get(definition);
        definition < at && other.ty != 0 && !is_extended(other.opcode) && other.opcode != op::FUNCTION
    })
}

fn result_type(checker: &mut Checker<'_>, at: At, ty: Id) {
    let module = checker.module;
    let message = match module.definition(ty) {
        Some(definition) if definition < at => {
            if grammar::is_type(module.opcode(definition)) {
                return;
            }
            format!("found {} as result type, which is not a type", checker.id(ty))
        }
        Some(_) => format!("found {} as result type, which is defined later", checker.id(ty)),
        None => format!("found {} as result type, which is not defined", checker.id(ty)),
    };
    checker.report(&rules::RESULT_TYPE, at, message);
}

/// What matters of the instruction that uses ids.
struct Instruction {
    at: At,
    opcode: u16,
    /// Number of words before the operands: type and result.
    skipped: usize,
    takes_types: bool,
    needs_values: bool,
    non_semantic: bool,
}

impl Instruction {
    fn of(checker: &Checker<'_>, at: At) -> Instruction {
        let module = checker.module;
        let instruction = module.get(at);
        let opcode = instruction.opcode;
        let class = CLASSES[usize::from(opcode)];
        let is_extended = is_extended(opcode);
        let is_debug = class.is_debug || is_extended && module.is_debug(at);
        let inner = (opcode == op::SPEC_CONSTANT_OP).then(|| module.word(at, 0) as u16);
        let length =
            matches!(inner, Some(op::COOPERATIVE_MATRIX_LENGTH_KHR | op::COOPERATIVE_MATRIX_LENGTH_NV));
        Instruction {
            at,
            opcode,
            skipped: usize::from(instruction.ty != 0) + usize::from(instruction.result != 0),
            takes_types: is_debug || class.takes_types || length || inner.is_some_and(generates_untyped),
            needs_values: class.needs_values && !is_debug && !length,
            non_semantic: is_extended && is_non_semantic(checker, at),
        }
    }
}

/// What an opcode says about the use of ids.
#[derive(Clone, Copy)]
struct Class {
    is_debug: bool,
    takes_types: bool,
    needs_values: bool,
}

/// By opcode.
static CLASSES: [Class; grammar::LAST + 1] = {
    let mut classes = [Class { is_debug: false, takes_types: false, needs_values: false }; grammar::LAST + 1];
    let mut opcode = 0;
    while opcode < classes.len() {
        classes[opcode] = class(opcode as u16);
        opcode += 1;
    }
    classes
};

const fn class(opcode: u16) -> Class {
    let (is_debug, is_decoration) = (is_debug(opcode), is_decoration(opcode));
    let takes_types = is_debug
        || is_decoration
        || grammar::is_type(opcode)
        || takes_types(opcode)
        || generates_untyped(opcode);
    Class { is_debug, takes_types, needs_values: needs_values(opcode) && !is_debug && !is_decoration }
}

fn use_of(checker: &mut Checker<'_>, user: &Instruction, (index, id): (usize, Id), forward: &[bool]) {
    let module = checker.module;
    let at = user.at;
    let Some(definition) = module.definition(id) else {
        let message = format!("found {}, which is not defined", checker.id(id));
        checker.report_operand(&rules::ID_UNDEFINED, at, index, message);
        checker.suspect[id as usize] = true;
        return;
    };
    checker.names_functions |= functions::is_stranger(checker, user.opcode, module.opcode(definition));
    if definition >= at {
        let allowed = may_be_later(checker, user, index);
        let is_pointer = !grammar::is_type(user.opcode) || forward[id as usize];
        if !allowed || !is_pointer {
            let message = format!("found {}, which is defined later, expected an earlier id", checker.id(id));
            let note = (Some(definition), "defines it");
            checker.report_against(&rules::ID_LATER, (at, index), message, note);
        }
        return;
    }
    let other = module.get(definition);
    let is_type = grammar::is_type(other.opcode);
    if is_type && !user.takes_types {
        let message = format!("found the type {}, expected a value", checker.id(id));
        checker.report_operand(&rules::VALUE_EXPECTED, at, index, message);
    } else if !is_type && other.ty == 0 && user.needs_values && is_bare(checker, definition) {
        let message = format!("found {}, which has no type, expected a value", checker.id(id));
        checker.report_operand(&rules::VALUE_EXPECTED, at, index, message);
    } else if is_extended(other.opcode) && !user.non_semantic && is_non_semantic(checker, definition) {
        let message = format!("found {}, a non-semantic result, expected a value", checker.id(id));
        checker.report_operand(&rules::VALUE_EXPECTED, at, index, message);
    }
}

/// True for instructions without type whose result is nevertheless not a value.
fn is_bare(checker: &Checker<'_>, at: At) -> bool {
    let opcode = checker.module.opcode(at);
    CLASSES[usize::from(opcode)].needs_values && !checker.module.is_debug(at)
}

/// True if an instruction gives names or decorations to ids, or means nothing to what executes the module.
pub(super) fn is_about_ids(checker: &Checker<'_>, at: At) -> bool {
    let opcode = checker.module.opcode(at);
    is_debug(opcode) || is_decoration(opcode) || checker.module.is_debug(at) || is_non_semantic(checker, at)
}

fn is_non_semantic(checker: &Checker<'_>, at: At) -> bool {
    let module = checker.module;
    match module.opcode(at) {
        op::EXT_INST | op::EXT_INST_WITH_FORWARD_REFS_KHR => {
            let set = module.definition(module.word(at, 0));
            set.is_some_and(|set| {
                module.opcode(set) == op::EXT_INST_IMPORT && module.string_starts(set, "NonSemantic.")
            })
        }
        _ => false,
    }
}

const fn is_debug(opcode: u16) -> bool {
    matches!(
        opcode,
        op::SOURCE_CONTINUED
            | op::SOURCE
            | op::SOURCE_EXTENSION
            | op::NAME
            | op::MEMBER_NAME
            | op::STRING
            | op::LINE
            | op::NO_LINE
            | op::MODULE_PROCESSED
    )
}

const fn is_decoration(opcode: u16) -> bool {
    matches!(Section::find(opcode), Some(Section::Decorations))
}

const fn generates_untyped(opcode: u16) -> bool {
    matches!(
        opcode,
        op::UNTYPED_VARIABLE_KHR
            | op::UNTYPED_ACCESS_CHAIN_KHR
            | op::UNTYPED_IN_BOUNDS_ACCESS_CHAIN_KHR
            | op::UNTYPED_PTR_ACCESS_CHAIN_KHR
            | op::UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR
    )
}

const fn takes_types(opcode: u16) -> bool {
    matches!(
        opcode,
        op::SIZE_OF
            | op::COOPERATIVE_MATRIX_LENGTH_NV
            | op::COOPERATIVE_MATRIX_LENGTH_KHR
            | op::UNTYPED_ARRAY_LENGTH_KHR
            | op::FUNCTION
            | op::ASM_INTEL
            | op::CONSTANT_SIZE_OF_EXT
            | op::BUFFER_POINTER_EXT
            | op::UNTYPED_IMAGE_TEXEL_POINTER_EXT
            | op::ABORT_KHR
            | op::TYPE_FORWARD_POINTER
    )
}

const fn needs_values(opcode: u16) -> bool {
    !matches!(
        opcode,
        op::EXT_INST
            | op::EXT_INST_WITH_FORWARD_REFS_KHR
            | op::EXT_INST_IMPORT
            | op::SELECTION_MERGE
            | op::LOOP_MERGE
            | op::FUNCTION
            | op::SIZE_OF
            | op::COOPERATIVE_MATRIX_LENGTH_NV
            | op::COOPERATIVE_MATRIX_LENGTH_KHR
            | op::PHI
            | op::UNTYPED_ARRAY_LENGTH_KHR
            | op::ASM_INTEL
            | op::ALIAS_SCOPE_DECL_INTEL
            | op::ALIAS_SCOPE_LIST_DECL_INTEL
            | op::ABORT_KHR
            | op::BRANCH
            | op::BRANCH_CONDITIONAL
            | op::SWITCH
    ) && !generates_untyped(opcode)
}

/// True if an operand may name an id that is defined later.
fn may_be_later(checker: &Checker<'_>, user: &Instruction, index: usize) -> bool {
    // Counted with type and result, as the specification lists operands.
    let place = index + user.skipped;
    match user.opcode {
        opcode if grammar::is_type(opcode) => true,
        op::EXECUTION_MODE
        | op::EXECUTION_MODE_ID
        | op::ENTRY_POINT
        | op::NAME
        | op::MEMBER_NAME
        | op::SELECTION_MERGE
        | op::DECORATE
        | op::MEMBER_DECORATE
        | op::DECORATE_ID
        | op::DECORATE_STRING
        | op::MEMBER_DECORATE_STRING
        | op::MEMBER_DECORATE_ID_EXT
        | op::BRANCH
        | op::LOOP_MERGE
        | op::CONDITIONAL_ENTRY_POINT_INTEL
        | op::CONDITIONAL_CAPABILITY_INTEL
        | op::CONDITIONAL_EXTENSION_INTEL
        | op::EXT_INST_WITH_FORWARD_REFS_KHR => true,
        op::GROUP_DECORATE | op::GROUP_MEMBER_DECORATE | op::BRANCH_CONDITIONAL | op::SWITCH => place != 0,
        op::FUNCTION_CALL | op::CONSTANT_FUNCTION_POINTER_INTEL => place == 2,
        op::PHI => place > 1,
        op::ENQUEUE_KERNEL => place == 8,
        op::GET_KERNEL_N_DRANGE_SUB_GROUP_COUNT | op::GET_KERNEL_N_DRANGE_MAX_SUB_GROUP_SIZE => place == 3,
        op::GET_KERNEL_WORK_GROUP_SIZE | op::GET_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE => place == 2,
        op::TYPE_FORWARD_POINTER | op::GRAPH_ENTRY_POINT_ARM => place == 0,
        op::COOPERATIVE_MATRIX_PER_ELEMENT_OP_EXT => place == 3,
        op::COOPERATIVE_MATRIX_REDUCE_EXT => place == 4,
        op::COOPERATIVE_MATRIX_LOAD_TENSOR_NV => place > 6,
        op::EXT_INST => checker.module.extended(user.at).is_some_and(|(set, number)| match set.name {
            "OpenCL.DebugInfo.100" => number == 20 && place == 13 || number == 10 && place >= 13,
            "DebugInfo" => number == 20 && place == 13 || number == 10 && place >= 12,
            _ => false,
        }),
        _ => false,
    }
}
