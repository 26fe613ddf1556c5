//! What a function does, without writing it: the functions that it calls, the parameters that it assigns.

use std::collections::HashSet;

use glassbox_sksl::raw::{ModifierFlags, Operator, RefKind};
use glassbox_sksl_lang::Program;
use glassbox_sksl_lang::ir::expression::{Expr, ExpressionKind};
use glassbox_sksl_lang::ir::statement::{StatementKind, Stmt};
use glassbox_sksl_lang::ir::symbol::{Symbol, SymbolKind};

/// A part of a function that waits.
enum Part {
    Statement(Stmt),
    Expression(Expr),
}

/// Walks over the expressions of a function in any order.
fn walk(program: &Program, body: Stmt, mut visit: impl FnMut(Expr)) {
    let mut work = vec![Part::Statement(body)];
    while let Some(part) = work.pop() {
        match part {
            Part::Statement(statement) => statement_parts(program, statement, &mut work),
            Part::Expression(expression) => {
                visit(expression);
                expression_parts(program, expression, &mut work);
            }
        }
    }
}

fn statement_parts(program: &Program, statement: Stmt, work: &mut Vec<Part>) {
    match program.statements[statement].kind {
        StatementKind::Block { statements, .. } => {
            work.extend(program.statement_lists.get(statements).iter().map(|&inner| Part::Statement(inner)));
        }
        StatementKind::Do { body, test } => {
            work.extend([Part::Statement(body), Part::Expression(test)]);
        }
        StatementKind::Expression(expression) => work.push(Part::Expression(expression)),
        StatementKind::For { init, test, next, body, .. } => {
            work.push(Part::Statement(body));
            work.extend(init.map(Part::Statement));
            work.extend([test, next].into_iter().flatten().map(Part::Expression));
        }
        StatementKind::If { test, if_true, if_false, .. } => {
            work.extend([Part::Expression(test), Part::Statement(if_true)]);
            work.extend(if_false.map(Part::Statement));
        }
        StatementKind::Return(value) => work.extend(value.map(Part::Expression)),
        StatementKind::Switch { value, cases, .. } => {
            work.push(Part::Expression(value));
            work.extend(program.statement_lists.get(cases).iter().map(|&case| Part::Statement(case)));
        }
        StatementKind::SwitchCase { statement, .. } => work.push(Part::Statement(statement)),
        StatementKind::VarDeclaration { value, .. } => work.extend(value.map(Part::Expression)),
        StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Discard
        | StatementKind::InlineMarker(_)
        | StatementKind::Nop => {}
    }
}

fn expression_parts(program: &Program, expression: Expr, work: &mut Vec<Part>) {
    let mut push = |expression| work.push(Part::Expression(expression));
    match program.kind_of(expression) {
        ExpressionKind::Binary { left, right, .. } => [left, right].into_iter().for_each(push),
        ExpressionKind::ChildCall { arguments, .. }
        | ExpressionKind::Constructor { arguments, .. }
        | ExpressionKind::FunctionCall { arguments, .. } => {
            program.expression_lists.get(arguments).iter().copied().for_each(push);
        }
        ExpressionKind::FieldAccess { base, .. }
        | ExpressionKind::Swizzle { base, .. }
        | ExpressionKind::MethodReference(base) => push(base),
        ExpressionKind::Index { base, index } => [base, index].into_iter().for_each(push),
        ExpressionKind::Postfix { operand, .. } | ExpressionKind::Prefix { operand, .. } => push(operand),
        ExpressionKind::Ternary { test, if_true, if_false } => {
            [test, if_true, if_false].into_iter().for_each(push);
        }
        ExpressionKind::FunctionReference(_)
        | ExpressionKind::Literal(_)
        | ExpressionKind::Poison
        | ExpressionKind::Setting(_)
        | ExpressionKind::TypeReference(_)
        | ExpressionKind::VariableReference { .. } => {}
    }
}

/// The functions that a function calls.
pub(crate) struct Calls;

impl Calls {
    /// Each function once, in an order that depends on the program alone.
    pub(crate) fn of(program: &Program, body: Stmt) -> Vec<Symbol> {
        let mut found = Vec::new();
        let mut known = HashSet::new();
        walk(program, body, |expression| {
            if let ExpressionKind::FunctionCall { function, .. } = program.kind_of(expression)
                && known.insert(function)
            {
                found.push(function);
            }
        });
        found.sort_unstable();
        found.reverse();
        found
    }
}

/// Parameters that a function assigns or passes on to be assigned.
pub(crate) fn assigned_parameters(program: &Program, parameters: &[Symbol], body: Stmt) -> HashSet<Symbol> {
    let mut assigned = HashSet::new();
    if parameters.is_empty() {
        return assigned;
    }
    let is_own: HashSet<Symbol> = parameters.iter().copied().collect();
    let mut mark = |expression: Expr| {
        if let Some(symbol) = root(program, expression)
            && is_own.contains(&symbol)
        {
            assigned.insert(symbol);
        }
    };
    walk(program, body, |expression| match program.kind_of(expression) {
        ExpressionKind::Binary { left, operator, .. } if operator.assigns() => mark(left),
        ExpressionKind::Prefix { operator: Operator::INCREMENT | Operator::DECREMENT, operand }
        | ExpressionKind::Postfix { operand, .. } => mark(operand),
        ExpressionKind::VariableReference { kind, .. } if kind != RefKind::READ => mark(expression),
        ExpressionKind::FunctionCall { function, arguments } => {
            let SymbolKind::Function(declaration) = &program.symbols[function].kind else { return };
            let arguments = program.expression_lists.get(arguments);
            for (&parameter, &argument) in declaration.parameters.iter().zip(arguments) {
                let is_out = matches!(&program.symbols[parameter].kind,
                    SymbolKind::Variable(variable) if variable.modifiers.has(ModifierFlags::OUT));
                if is_out {
                    mark(argument);
                }
            }
        }
        // An element that is computed needs a variable.
        ExpressionKind::Index { base, index }
            if !matches!(program.kind_of(index), ExpressionKind::Literal(_)) =>
        {
            let is_vector = program.ty_of(base).meaning.is_vector();
            if !is_vector {
                mark(base);
            }
        }
        _ => {}
    });
    assigned
}

/// The variable that a place is a part of.
fn root(program: &Program, mut expression: Expr) -> Option<Symbol> {
    loop {
        match program.kind_of(expression) {
            ExpressionKind::VariableReference { variable, .. } => return Some(variable),
            ExpressionKind::FieldAccess { base, .. }
            | ExpressionKind::Swizzle { base, .. }
            | ExpressionKind::Index { base, .. } => expression = base,
            _ => return None,
        }
    }
}
