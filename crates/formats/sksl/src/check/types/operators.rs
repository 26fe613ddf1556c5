//! SKSL-EXP-11: checks the operands of operators, indexes and conditions.

use super::{Checker, Finding};
use crate::builtin::{Binary, Narrowing, Unary};
use crate::command::Command;
use crate::model::ModelNode;
use crate::rules;
use crate::view::{Expression, Statement};

pub(super) fn check(checker: &mut Checker<'_, '_>) {
    for at in checker.nodes() {
        match checker.model.command(at) {
            Command::Binary => binary(checker, at),
            Command::Prefix | Command::Postfix => unary(checker, at),
            Command::Index => index(checker, at),
            Command::Ternary => ternary(checker, at),
            Command::If | Command::For | Command::Do => condition(checker, at),
            _ => {}
        }
    }
}

fn binary(checker: &mut Checker<'_, '_>, at: ModelNode) {
    let Expression::Binary { left, operator, right } = checker.model.expression(at) else {
        return;
    };
    let (Some(kind), Some(a), Some(b)) = (Binary::of(operator), checker.known(left), checker.known(right))
    else {
        return;
    };
    let types = &checker.typing.types;
    let (settled_a, settled_b) = types.settle_literals(a, b);
    if types.binary(settled_a, kind, settled_b, Narrowing::Allowed).is_some() {
        return;
    }
    let mut finding = Finding::new(
        &rules::OPERAND_TYPES,
        at,
        format!("found {} {operator} {}, which the language does not have", checker.show(a), checker.show(b)),
    )
    .field("operator");
    if matches!(kind, Binary::Integer(_)) {
        finding = finding.note(format!("{operator} takes integers only"));
    }
    checker.report(finding);
}

fn unary(checker: &mut Checker<'_, '_>, at: ModelNode) {
    let (operator, operand) = match checker.model.expression(at) {
        Expression::Prefix { operator, operand } | Expression::Postfix { operator, operand } => {
            (operator, operand)
        }
        _ => return,
    };
    let (Some(kind), Some(ty)) = (Unary::of(operator), checker.known(operand)) else {
        return;
    };
    if checker.typing.types.unary(kind, ty).is_some() {
        return;
    }
    let expected = match kind {
        Unary::Sign => "a number, vector or matrix",
        Unary::Not => "bool",
        Unary::Complement => "an integer or a vector of integers",
        Unary::Step => "a number",
    };
    let finding = Finding::new(
        &rules::OPERAND_TYPES,
        at,
        format!("found {operator} on {}, expected {expected}", checker.show(ty)),
    )
    .field("operator");
    checker.report(finding);
}

fn index(checker: &mut Checker<'_, '_>, at: ModelNode) {
    let Expression::Index { base, index } = checker.model.expression(at) else {
        return;
    };
    let types = &checker.typing.types;
    let (Some(of), Some(by)) = (checker.known(base), checker.known(index)) else {
        return;
    };
    let finding = if types.indexed(of).is_none() {
        Finding::new(
            &rules::OPERAND_TYPES,
            at,
            format!("found an index into {}, expected a vector, matrix or array", checker.show(of)),
        )
        .field("base")
    } else if !by.is_integer() {
        Finding::new(
            &rules::OPERAND_TYPES,
            at,
            format!("found an index of type {}, expected int", checker.show(by)),
        )
        .field("index")
    } else {
        let constant = match checker.model.expression(index) {
            Expression::IntLiteral { bits, .. } => bits,
            _ => return,
        };
        match types.index_count(of) {
            Some(count) if constant >= count => Finding::new(
                &rules::OPERAND_TYPES,
                at,
                format!(
                    "found the index {} into {}, expected 0 to {}",
                    constant as i32,
                    checker.show(of),
                    count.saturating_sub(1)
                ),
            )
            .field("index"),
            _ => return,
        }
    };
    checker.report(finding);
}

fn ternary(checker: &mut Checker<'_, '_>, at: ModelNode) {
    let Expression::Ternary { test, if_true, if_false } = checker.model.expression(at) else {
        return;
    };
    test_is_bool(checker, at, test);
    if let (Some(a), Some(b)) = (checker.known(if_true), checker.known(if_false)) {
        let types = &checker.typing.types;
        let (a, b) = types.settle_literals(a, b);
        let cost = types.cost(a, b).min(types.cost(b, a));
        if !cost.is_possible(Narrowing::Allowed) {
            let finding = Finding::new(
                &rules::OPERAND_TYPES,
                at,
                format!(
                    "found {} and {} as the two values of ?:, expected one type",
                    checker.show(a),
                    checker.show(b)
                ),
            )
            .field("ifFalse");
            checker.report(finding);
        }
    }
}

fn condition(checker: &mut Checker<'_, '_>, at: ModelNode) {
    match checker.model.statement(at) {
        Statement::If { test, .. } | Statement::For { test, .. } | Statement::Do { test, .. } => {
            test_is_bool(checker, at, test);
        }
        _ => {}
    }
}

fn test_is_bool(checker: &mut Checker<'_, '_>, at: ModelNode, test: ModelNode) {
    match checker.known(test) {
        // A loop may omit its condition; elsewhere its absence has its own finding.
        None => {}
        Some(ty) if ty.is_bool() => {}
        Some(ty) => {
            let finding = Finding::new(
                &rules::OPERAND_TYPES,
                at,
                format!("found a condition of type {}, expected bool", checker.show(ty)),
            )
            .field("test");
            checker.report(finding);
        }
    }
}
