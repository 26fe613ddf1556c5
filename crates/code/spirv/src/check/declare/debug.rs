//! Checks names, lines and instructions of debug information.

use super::{Checker, rules};
use crate::grammar::instruction::non_semantic_shader_debug_info as debug;
use crate::grammar::{self, OpcodeSet, op};
use crate::module::{At, Id, Module, Type};

/// Checks every instruction that describes the source.
pub(super) fn check(checker: &mut Checker<'_>) {
    const CHECKED: &OpcodeSet =
        &OpcodeSet::of(&[op::MEMBER_NAME, op::LINE, op::EXT_INST, op::EXT_INST_WITH_FORWARD_REFS_KHR]);
    let module = checker.module;
    if !checker.facts.order.has_any(CHECKED) {
        return;
    }
    let sets = Sets::of(module);
    for &at in &checker.facts.order.all {
        match module.opcode(at) {
            op::MEMBER_NAME => {
                let member = module.word(at, 1);
                let message = match module.ty(module.word(at, 0)) {
                    Some(Type::Struct { members }) if (member as usize) < members.len() => continue,
                    Some(Type::Struct { members }) => {
                        format!("the structure has {} members, none with the index {member}", members.len())
                    }
                    _ => "members of structures have names, not those of other types".into(),
                };
                checker.report(&rules::NAME_TARGET, at, message);
            }
            op::LINE if module.opcode_of(module.word(at, 0)) != op::STRING => {
                checker.report_operand(&rules::LINE_FILE, at, 0, "the file is not an OpString".into());
            }
            op::EXT_INST | op::EXT_INST_WITH_FORWARD_REFS_KHR => {
                if let Some(instruction) = sets.instruction(module, at) {
                    operands(checker, at, &sets, instruction);
                }
            }
            _ => {}
        }
    }
}

/// A set of debug information.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    /// `NonSemantic.Shader.DebugInfo`: all operands are ids.
    Shader,
    /// `OpenCL.DebugInfo.100`: numbers are literals.
    OpenCl,
}

/// The imported sets of debug information.
struct Sets(Vec<(Id, Set)>);

impl Sets {
    fn of(module: &Module) -> Sets {
        let imports = module.globals.iter().filter(|at| module.opcode(**at) == op::EXT_INST_IMPORT);
        let set = |at: &At| {
            let set = if module.string_starts(*at, "OpenCL.DebugInfo.100\0") {
                Set::OpenCl
            } else if module.string_starts(*at, debug::SET) {
                Set::Shader
            } else {
                return None;
            };
            Some((module.get(*at).result, set))
        };
        Sets(imports.filter_map(set).collect())
    }

    /// The set and the number of an instruction. Both sets number the common ones alike.
    fn instruction(&self, module: &Module, at: At) -> Option<(Set, u32)> {
        if !matches!(module.opcode(at), op::EXT_INST | op::EXT_INST_WITH_FORWARD_REFS_KHR) {
            return None;
        }
        let set = self.0.iter().find(|known| known.0 == module.word(at, 0))?;
        Some((set.1, module.word(at, 1)))
    }
}

/// What an operand refers to.
#[derive(Clone, Copy)]
enum Wants {
    /// Anything.
    Any,
    /// `OpString`.
    Text,
    /// `OpConstant`.
    Constant,
    /// A literal, or in the set for shaders an unsigned constant of 32 bits.
    Number,
    /// One of these instructions of debug information.
    Debug(&'static [u32]),
    /// `OpConstant` or `DebugInfoNone`.
    ConstantOrNone,
    /// A debug type.
    Type,
    /// A debug type or a parameter of a template.
    TypeOrParameter,
    /// `OpTypeVoid`, a debug type or a parameter of a template.
    Result,
    /// A variable or parameter.
    Object,
    /// `OpFunction` or `DebugInfoNone`.
    Function,
    /// A variable, a constant or `DebugInfoNone`.
    Global,
}

const SCOPE: Wants = Wants::Debug(&[
    debug::DEBUG_COMPILATION_UNIT,
    debug::DEBUG_FUNCTION,
    debug::DEBUG_LEXICAL_BLOCK,
    debug::DEBUG_TYPE_COMPOSITE,
]);
const SOURCE: Wants = Wants::Debug(&[debug::DEBUG_SOURCE]);
const BASIC: Wants = Wants::Debug(&[debug::DEBUG_TYPE_BASIC]);
const COMPOSITE: Wants = Wants::Debug(&[debug::DEBUG_TYPE_COMPOSITE]);
const SIGNATURE: Wants = Wants::Debug(&[debug::DEBUG_TYPE_FUNCTION]);
const DECLARATION: Wants = Wants::Debug(&[debug::DEBUG_FUNCTION_DECLARATION]);
const INLINED: Wants = Wants::Debug(&[debug::DEBUG_INLINED_AT]);
const LOCAL: Wants = Wants::Debug(&[debug::DEBUG_LOCAL_VARIABLE]);
const EXPRESSION: Wants = Wants::Debug(&[debug::DEBUG_EXPRESSION]);
const OPERATION: Wants = Wants::Debug(&[debug::DEBUG_OPERATION]);
const MEMBER: Wants = Wants::Debug(&[debug::DEBUG_TYPE_MEMBER]);
const MEMBERS: Wants =
    Wants::Debug(&[debug::DEBUG_TYPE_MEMBER, debug::DEBUG_FUNCTION, debug::DEBUG_TYPE_INHERITANCE]);
const TEMPLATED: Wants = Wants::Debug(&[debug::DEBUG_TYPE_COMPOSITE, debug::DEBUG_FUNCTION]);
const PARAMETER: Wants =
    Wants::Debug(&[debug::DEBUG_TYPE_TEMPLATE_PARAMETER, debug::DEBUG_TYPE_TEMPLATE_TEMPLATE_PARAMETER]);

/// What the operands of an instruction refer to, and all that follow them.
fn expected(set: Set, number: u32) -> Option<(&'static [Wants], Wants)> {
    use Wants::{
        Any, Constant, ConstantOrNone, Debug, Function, Global, Number, Object, Result, Text, Type,
        TypeOrParameter,
    };
    let fixed: &[Wants] = match number {
        debug::DEBUG_COMPILATION_UNIT => &[Number, Number, SOURCE, Number],
        debug::DEBUG_SOURCE => &[Text, Text],
        debug::DEBUG_TYPE_BASIC => &[Text, Constant, Number],
        debug::DEBUG_TYPE_POINTER => &[Type, Number, Number],
        debug::DEBUG_TYPE_QUALIFIER => &[Type, Number],
        debug::DEBUG_TYPE_VECTOR => &[BASIC, Number],
        debug::DEBUG_TYPE_ARRAY => &[Type],
        debug::DEBUG_TYPEDEF => &[Text, BASIC, SOURCE, Number, Number, SCOPE],
        debug::DEBUG_TYPE_FUNCTION => return Some((&[Number, Result], TypeOrParameter)),
        debug::DEBUG_TYPE_ENUM => &[Text, Type, SOURCE, Number, Number, SCOPE, Constant, Number],
        debug::DEBUG_TYPE_COMPOSITE => {
            return Some((
                &[Text, Any, SOURCE, Number, Number, SCOPE, Text, ConstantOrNone, Number],
                MEMBERS,
            ));
        }
        debug::DEBUG_TYPE_MEMBER if set == Set::Shader => {
            &[Text, TypeOrParameter, SOURCE, Number, Number, Constant, Constant, Number, Constant]
        }
        debug::DEBUG_TYPE_MEMBER => {
            &[Text, TypeOrParameter, SOURCE, Number, Number, COMPOSITE, Constant, Constant, Number, Constant]
        }
        debug::DEBUG_TYPE_INHERITANCE => &[COMPOSITE, COMPOSITE, Constant, Constant, Number],
        debug::DEBUG_FUNCTION if set == Set::Shader => {
            &[Text, SIGNATURE, SOURCE, Number, Number, SCOPE, Text, Number, Number, DECLARATION]
        }
        debug::DEBUG_FUNCTION => {
            &[Text, SIGNATURE, SOURCE, Number, Number, SCOPE, Text, Number, Number, Function, DECLARATION]
        }
        debug::DEBUG_FUNCTION_DECLARATION => &[Text, SIGNATURE, SOURCE, Number, Number, SCOPE, Text, Number],
        debug::DEBUG_LEXICAL_BLOCK => &[SOURCE, Number, Number, SCOPE, Text],
        debug::DEBUG_SCOPE => &[SCOPE, INLINED],
        debug::DEBUG_LOCAL_VARIABLE => {
            &[Text, TypeOrParameter, SOURCE, Number, Number, SCOPE, Number, Number]
        }
        debug::DEBUG_DECLARE => &[LOCAL, Object, EXPRESSION],
        debug::DEBUG_EXPRESSION => return Some((&[], OPERATION)),
        debug::DEBUG_OPERATION => return Some((&[Number], Number)),
        debug::DEBUG_TYPE_TEMPLATE => return Some((&[TEMPLATED], PARAMETER)),
        debug::DEBUG_TYPE_TEMPLATE_PARAMETER => &[Text, Type, ConstantOrNone, SOURCE, Number, Number],
        debug::DEBUG_GLOBAL_VARIABLE => {
            &[Text, Type, SOURCE, Number, Number, SCOPE, Text, Global, Number, MEMBER]
        }
        debug::DEBUG_FUNCTION_DEFINITION if set == Set::Shader => {
            &[Debug(&[debug::DEBUG_FUNCTION]), Function]
        }
        debug::DEBUG_LINE if set == Set::Shader => &[SOURCE, Number, Number, Number, Number],
        debug::DEBUG_INLINED_AT => &[Number, SCOPE, INLINED],
        debug::DEBUG_VALUE => &[LOCAL, Any, EXPRESSION],
        debug::DEBUG_SOURCE_CONTINUED | debug::DEBUG_STORAGE_PATH => &[Text],
        debug::DEBUG_BUILD_IDENTIFIER => &[Text, Number],
        debug::DEBUG_ENTRY_POINT => {
            &[Debug(&[debug::DEBUG_FUNCTION]), Debug(&[debug::DEBUG_COMPILATION_UNIT]), Text, Text]
        }
        _ => return None,
    };
    Some((fixed, Any))
}

/// Checks the operands of an instruction of debug information.
fn operands(checker: &mut Checker<'_>, at: At, sets: &Sets, (set, number): (Set, u32)) {
    let module = checker.module;
    if module.ty(module.get(at).ty) != Some(Type::Void) {
        checker.report(&rules::DEBUG_OPERAND, at, "the result type is not void".into());
        return;
    }
    let Some((fixed, rest)) = expected(set, number) else { return };
    let operands = module.operands(at).get(2..).unwrap_or_default();
    for (index, &id) in operands.iter().enumerate() {
        let wants = fixed.get(index).copied().unwrap_or(rest);
        if let Some(wanted) = wrong(module, sets, (set, wants), id) {
            checker.report_operand(
                &rules::DEBUG_OPERAND,
                at,
                2 + index,
                format!("the operand is not {wanted}"),
            );
            return;
        }
    }
    if (set, number) == (Set::Shader, debug::DEBUG_LINE)
        && let Some(problem) = wrong_lines(module, operands)
    {
        checker.report_operand(&rules::DEBUG_OPERAND, at, 3, problem.into());
    }
}

/// What is wrong with the lines and columns of `DebugLine`.
fn wrong_lines(module: &Module, operands: &[Id]) -> Option<&'static str> {
    let value = |index: usize| module.constant_u32(*operands.get(index)?);
    let (first, last) = (value(1)?, value(2)?);
    if first == 0 {
        Some("line 0 does not exist: the first line is 1")
    } else if last < first {
        Some("the last line is before the first")
    } else if first == last && value(4)? < value(3)? {
        Some("the last column is before the first")
    } else {
        None
    }
}

/// What an operand should be, if it is not.
fn wrong(module: &Module, sets: &Sets, (set, wants): (Set, Wants), id: Id) -> Option<&'static str> {
    let opcode = module.opcode_of(id);
    let number = module.definition(id).and_then(|at| sets.instruction(module, at)).map(|(_, number)| number);
    let is_none = number == Some(debug::DEBUG_INFO_NONE);
    let (fits, wanted) = match wants {
        Wants::Any => return None,
        Wants::Text => (opcode == op::STRING, "an OpString"),
        Wants::Constant => (opcode == op::CONSTANT, "an OpConstant"),
        Wants::ConstantOrNone => (is_none || opcode == op::CONSTANT, "an OpConstant or DebugInfoNone"),
        Wants::Number => {
            let is_uint = module.ty(module.type_of(id)) == Some(Type::Int { width: 32, signed: false });
            (set == Set::OpenCl || opcode == op::CONSTANT && is_uint, "an unsigned constant of 32 bits")
        }
        Wants::Debug(numbers) => (
            number.is_some_and(|number| numbers.contains(&number)),
            "the debug instruction that it represents",
        ),
        Wants::Type => (number.is_some_and(is_type), "a debug type"),
        Wants::TypeOrParameter => (number.is_some_and(is_type_or_parameter), "a debug type"),
        Wants::Result => (
            opcode == op::TYPE_VOID || number.is_some_and(is_type_or_parameter),
            "a debug type or OpTypeVoid",
        ),
        Wants::Object => (matches!(opcode, op::VARIABLE | op::FUNCTION_PARAMETER), "a variable or parameter"),
        Wants::Global => {
            let is_global = opcode == op::VARIABLE || grammar::is_constant(opcode);
            (is_none || is_global, "a variable, a constant or DebugInfoNone")
        }
        Wants::Function => (is_none || opcode == op::FUNCTION, "an OpFunction or DebugInfoNone"),
    };
    (!fits).then_some(wanted)
}

fn is_type(number: u32) -> bool {
    matches!(
        number,
        debug::DEBUG_INFO_NONE
            | debug::DEBUG_TYPE_BASIC..=debug::DEBUG_TYPE_TEMPLATE
            | debug::DEBUG_TYPE_MATRIX..=debug::DEBUG_TYPE_COOPERATIVE_MATRIX_KHR
    )
}

fn is_type_or_parameter(number: u32) -> bool {
    let parameters = [debug::DEBUG_TYPE_TEMPLATE_PARAMETER, debug::DEBUG_TYPE_TEMPLATE_TEMPLATE_PARAMETER];
    is_type(number) || parameters.contains(&number)
}
