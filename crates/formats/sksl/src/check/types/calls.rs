//! SKSL-EXP-12: checks calls and their functions.

use super::{Checker, Finding};
use crate::builtin::{Narrowing, Overload, Settled, Type};
use crate::model::{ModelNode, Reference};
use crate::rules;
use crate::view::{Expression, Symbol};

pub(super) fn check(checker: &mut Checker<'_, '_>) {
    for at in checker.nodes() {
        let Expression::FunctionCall { ty, function } = checker.model.expression(at) else {
            continue;
        };
        let result = checker.known(ty);
        match function {
            Reference::Id(id) => declared(checker, at, checker.model.definition(id), result),
            Reference::Builtin(name) => {
                let name = checker.model.name(name).into_owned();
                if let Some(function) = checker.typing.scope.function(&name) {
                    builtin(checker, at, &name, function.overloads, result);
                }
            }
        }
    }
}

fn declared(checker: &mut Checker<'_, '_>, at: ModelNode, declaration: ModelNode, result: Option<Type>) {
    let model = checker.model;
    let Symbol::FunctionDeclaration { name, .. } = model.symbol(declaration) else {
        return;
    };
    let name = model.name(name);
    let wanted = model.parameters(declaration).count();
    let count = model.arguments(at).count();
    if count != wanted {
        let finding = Finding::new(
            &rules::CALL_ARGUMENTS,
            at,
            format!(
                "found {count} {} for `{name}`, expected {wanted}",
                if count == 1 { "argument" } else { "arguments" }
            ),
        )
        .field("arguments");
        checker.report(finding);
        return;
    }
    let parameters: Vec<Type> =
        model.parameters(declaration).map(|id| checker.typing.of(model.definition(id))).collect();
    // Skia's encoder writes builtin functions in overload sets without their parameters.
    if parameters.contains(&Type::Invalid) {
        return;
    }
    let arguments: Vec<Type> = model.arguments(at).map(|argument| checker.typing.of(argument)).collect();
    let signature = Settled { parameters, result: checker.typing.of(declaration) };
    let Some(settled) = checker.typing.types.settle(&signature, &arguments) else {
        if arguments.contains(&Type::Invalid) {
            return;
        }
        let shown: Vec<_> = arguments.iter().map(|&ty| checker.show(ty)).collect();
        let message =
            format!("found the call {name}({}), which the function does not take", shown.join(", "));
        checker.report(Finding::new(&rules::CALL_ARGUMENTS, at, message).field("arguments"));
        return;
    };
    for (index, (&wanted, &found)) in settled.parameters.iter().zip(&arguments).enumerate() {
        if found != Type::Invalid && wanted != Type::Invalid && !passes(checker, found, wanted) {
            let finding = Finding::new(
                &rules::CALL_ARGUMENTS,
                at,
                format!(
                    "found {} as argument {index} of `{name}`, expected {}",
                    checker.show(found),
                    checker.show(wanted)
                ),
            )
            .field("arguments")
            .help("convert the argument with a constructor");
            checker.report(finding);
        }
    }
    if let Some(found) = result
        && settled.result != Type::Invalid
        && found != settled.result
    {
        let finding = Finding::new(
            &rules::CALL_ARGUMENTS,
            at,
            format!(
                "found {} as the result of `{name}`, expected {}",
                checker.show(found),
                checker.show(settled.result)
            ),
        )
        .field("type");
        checker.report(finding);
    }
}

fn builtin(
    checker: &mut Checker<'_, '_>,
    at: ModelNode,
    name: &str,
    overloads: &'static [Overload],
    result: Option<Type>,
) {
    let model = checker.model;
    let arguments: Option<Vec<Type>> = model.arguments(at).map(|at| checker.known(at)).collect();
    let Some(arguments) = arguments else {
        return;
    };
    let types = &checker.typing.types;
    let mut results = overloads.iter().filter_map(|overload| {
        let settled = types.settle(overload, &arguments)?;
        let pairs = arguments.iter().zip(&settled.parameters);
        let fits = pairs.fold(true, |fits, (&from, &to)| fits && types.coerces(from, to, Narrowing::Allowed));
        fits.then_some(settled.result)
    });
    let mut any = false;
    let fits = results.any(|found| {
        any = true;
        result.is_none_or(|result| result == found)
    });
    if fits {
        return;
    }
    let shown: Vec<_> = arguments.iter().map(|&ty| types.name(ty)).collect();
    let shown = format!("{name}({})", shown.join(", "));
    let finding = if any {
        let result = result.unwrap_or(Type::Invalid);
        Finding::new(
            &rules::CALL_ARGUMENTS,
            at,
            format!("found {} as the result of {shown}, which gives another type", types.name(result)),
        )
        .field("type")
    } else {
        Finding::new(&rules::CALL_ARGUMENTS, at, format!("found the call {shown}, which no overload takes"))
            .field("arguments")
            .note(format!("`{name}` has {} overloads here", overloads.len()))
    };
    checker.report(finding);
}

/// True if a value of this type is valid for a parameter. Untyped literals may represent any number.
fn passes(checker: &Checker<'_, '_>, found: Type, wanted: Type) -> bool {
    found == wanted
        || match found {
            Type::Scalar(scalar) if scalar.is_literal() => {
                checker.typing.types.coerces(found, wanted, Narrowing::Allowed)
            }
            _ => false,
        }
}
