//! SKSL-TYP-03, SKSL-STM-06 and SKSL-STM-08: checks types in declarations against the code.

use super::{Checker, Finding};
use crate::builtin::Type;
use crate::command::Command;
use crate::model::ModelNode;
use crate::rules;
use crate::view::{Element, Statement, Symbol};

pub(super) fn check(checker: &mut Checker<'_, '_>) {
    for at in checker.nodes() {
        match checker.model.command(at) {
            Command::ArrayType => array(checker, at),
            Command::VarDeclaration => variable(checker, at),
            Command::FunctionDefinition => returns(checker, at),
            _ => {}
        }
    }
}

fn array(checker: &mut Checker<'_, '_>, at: ModelNode) {
    let model = checker.model;
    let Symbol::ArrayType { component, .. } = model.symbol(at) else {
        return;
    };
    let what = if model.command(model.resolve(component)) == Command::ArrayType {
        "an array"
    } else if checker.known(component) == Some(Type::Void) {
        "void"
    } else {
        return;
    };
    let finding = Finding::new(
        &rules::ARRAY_ELEMENT,
        at,
        format!("found {what} as the component of an array, expected a scalar, vector, matrix or struct"),
    )
    .field("componentType")
    .help("put the inner array into a struct, or use one array of the size of both");
    checker.report(finding);
}

fn variable(checker: &mut Checker<'_, '_>, at: ModelNode) {
    let model = checker.model;
    let Statement::VarDeclaration { variable, base, array_size, .. } = model.statement(at) else {
        return;
    };
    let Some(stated) = checker.known(base) else {
        return;
    };
    let Some(actual) = checker.known(model.definition(variable)) else {
        return;
    };
    let types = &checker.typing.types;
    let (element, count) = match types.array(actual) {
        Some(array) => (array.element, array.count),
        None => (actual, 0),
    };
    let finding = if element != stated {
        Finding::new(
            &rules::DECLARATION_MISMATCH,
            at,
            format!("found the base type {}, expected {}", checker.show(stated), checker.show(element)),
        )
        .field("baseType")
    } else if count != array_size {
        let says = |count| match count {
            0 => "no array".to_owned(),
            count => format!("an array of {count}"),
        };
        Finding::new(
            &rules::DECLARATION_MISMATCH,
            at,
            format!("found {}, expected {}", says(array_size), says(count)),
        )
        .field("arraySize")
    } else {
        return;
    };
    let finding = finding.note(format!("the type of the variable is {}", checker.show(actual)));
    checker.report(finding);
}

fn returns(checker: &mut Checker<'_, '_>, at: ModelNode) {
    let model = checker.model;
    let Element::FunctionDefinition { declaration, .. } = model.element(at) else {
        return;
    };
    let declaration = model.definition(declaration);
    let Some(result) =
        checker.known(declaration).filter(|_| model.command(declaration) == Command::FunctionDeclaration)
    else {
        return;
    };
    for inside in at.0..model.node(at).next {
        let inside = ModelNode(inside);
        let Statement::Return(value) = model.statement(inside) else {
            continue;
        };
        let message = match model.command(value) {
            Command::Missing => continue,
            Command::Void if result.is_void() => continue,
            Command::Void => {
                format!("found a return without a value, expected one of type {}", checker.show(result))
            }
            _ if result.is_void() => {
                "found a return with a value, expected none: the function returns void".to_owned()
            }
            _ => match checker.known(value) {
                Some(ty) if ty.settled() != result => {
                    format!("found a value of type {}, expected {}", checker.show(ty), checker.show(result))
                }
                _ => continue,
            },
        };
        let finding = Finding::new(&rules::RETURN_TYPE, inside, message)
            .help("make the returned value and the declaration of the function agree");
        checker.report(finding);
    }
}
