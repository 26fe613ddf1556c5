//! SKSL-EXP-13: checks that written expressions are writable and that references state the right access.

use foldhash::HashMap;

use super::{Checker, Finding};
use crate::builtin::Symbol as Builtin;
use crate::command::Command;
use crate::model::{ModelNode, Reference};
use crate::raw::{ModifierFlags, Operator, RefKind};
use crate::rules;
use crate::view::{Expression, Symbol};

pub(super) fn check(checker: &mut Checker<'_, '_>) {
    // Access implied by each reference's context; reading by default.
    let mut kinds = HashMap::default();
    for at in checker.nodes() {
        match checker.model.expression(at) {
            Expression::Binary { left, operator, .. } => match operator {
                Operator::ASSIGN => written(checker, &mut kinds, at, left, RefKind::WRITE, "left"),
                _ if crate::builtin::Binary::of(operator).is_some_and(|kind| kind.is_assignment()) => {
                    written(checker, &mut kinds, at, left, RefKind::READ_WRITE, "left");
                }
                _ => {}
            },
            Expression::Prefix { operator: Operator::INCREMENT | Operator::DECREMENT, operand }
            | Expression::Postfix { operand, .. } => {
                written(checker, &mut kinds, at, operand, RefKind::READ_WRITE, "operand");
            }
            Expression::FunctionCall { function, .. } => arguments(checker, &mut kinds, at, function),
            _ => {}
        }
    }
    for at in checker.nodes() {
        if let Expression::VariableReference { kind, .. } = checker.model.expression(at) {
            let wanted = kinds.get(&at).copied().unwrap_or(RefKind::READ);
            // An undefined number has its own finding.
            if kind != wanted && kind.name().is_some() {
                let finding = Finding::new(
                    &rules::NOT_ASSIGNABLE,
                    at,
                    format!("found a reference that states {kind}, expected {wanted}"),
                )
                .field("refKind")
                .warning();
                checker.report(finding);
            }
        }
    }
}

/// Arguments written by a function.
fn arguments(
    checker: &mut Checker<'_, '_>,
    kinds: &mut HashMap<ModelNode, RefKind>,
    at: ModelNode,
    function: Reference,
) {
    let model = checker.model;
    match function {
        Reference::Id(id) => {
            let declaration = model.definition(id);
            for (parameter, argument) in model.parameters(declaration).zip(model.arguments(at)) {
                let Symbol::Variable { modifiers, .. } = model.symbol(model.definition(parameter)) else {
                    continue;
                };
                let flags = model.modifiers(modifiers).flags.0;
                if flags & ModifierFlags::OUT.0 != 0 {
                    let kind =
                        if flags & ModifierFlags::IN.0 != 0 { RefKind::READ_WRITE } else { RefKind::POINTER };
                    written(checker, kinds, at, argument, kind, "arguments");
                }
            }
        }
        Reference::Builtin(name) => {
            let scope = checker.typing.scope;
            let Some(function) = scope.function(&model.name(name)) else {
                return;
            };
            // All overloads of a builtin function write the same arguments.
            let Some(overload) = function.overloads.first() else {
                return;
            };
            for (parameter, argument) in overload.parameters.iter().zip(model.arguments(at)) {
                if parameter.is_out {
                    written(checker, kinds, at, argument, RefKind::POINTER, "arguments");
                }
            }
        }
    }
}

/// Checks a written expression, which must reduce to a variable through fields, indexes and swizzles only, and
/// records the access to the variable.
fn written(
    checker: &mut Checker<'_, '_>,
    kinds: &mut HashMap<ModelNode, RefKind>,
    by: ModelNode,
    operand: ModelNode,
    kind: RefKind,
    field: &'static str,
) {
    let model = checker.model;
    let mut at = operand;
    let problem = loop {
        match model.expression(at) {
            Expression::FieldAccess { base, .. } | Expression::Index { base, .. } => at = base,
            Expression::Swizzle { base } => {
                let components = model.components(at);
                let mut seen = 0u32;
                let repeats = components.iter().any(|&component| {
                    let bit = 1u32.checked_shl(u32::from(component)).unwrap_or(0);
                    let repeats = seen & bit != 0;
                    seen |= bit;
                    repeats
                });
                if repeats {
                    break "a swizzle that names a component twice".to_owned();
                }
                at = base;
            }
            Expression::VariableReference { variable, .. } => {
                kinds.insert(at, kind);
                match read_only(checker, variable) {
                    Some(problem) => break problem,
                    None => return,
                }
            }
            Expression::Missing => return,
            _ => break format!("the result of {}", what(model.command(at))),
        }
    };
    let finding = Finding::new(
        &rules::NOT_ASSIGNABLE,
        by,
        format!("found {problem} where something is written, expected a variable or a part of one"),
    )
    .field(field);
    checker.report(finding);
}

/// Reason why a variable is read-only, if it is.
fn read_only(checker: &Checker<'_, '_>, variable: Reference) -> Option<String> {
    let model = checker.model;
    let (flags, name) = match variable {
        Reference::Id(id) => match model.symbol(model.definition(id)) {
            Symbol::Variable { modifiers, name, .. } => (model.modifiers(modifiers).flags, model.name(name)),
            _ => return None,
        },
        Reference::Builtin(name) => {
            let name = model.name(name);
            match checker.typing.scope.lookup(&name) {
                Some(Builtin::Variable(variable)) => (variable.modifiers, name),
                _ => return None,
            }
        }
    };
    if flags.0 & ModifierFlags::CONST.0 != 0 {
        return Some(format!("the constant `{name}`"));
    }
    if flags.0 & ModifierFlags::UNIFORM.0 != 0 {
        return Some(format!("the uniform `{name}`"));
    }
    None
}

fn what(command: Command) -> &'static str {
    match command {
        Command::Binary => "a binary operator",
        Command::Prefix | Command::Postfix => "a unary operator",
        Command::FunctionCall => "a call",
        Command::Ternary => "?:",
        Command::FloatLiteral | Command::IntLiteral | Command::BoolLiteral => "a literal",
        Command::Setting => "a setting",
        command if command.is_constructor() => "a constructor",
        _ => "an expression",
    }
}
