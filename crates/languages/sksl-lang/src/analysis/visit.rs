//! Traversal of expressions and statements.
//!
//! Nodes are visited before their children, and children in source order, except that the condition of `do` is
//! visited before its body. Counts that stop at a limit and the order of findings depend on this order.
//!
//! The traversal recurses. Depth is limited by the parser (50 levels), by the inliner and by the reader of binaries.

use std::ops::ControlFlow;

use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::program::Program;
use crate::ir::statement::{StatementKind, Stmt};

/// Tells the traversal to continue or stop.
pub(crate) type Flow = ControlFlow<()>;

/// Ends the traversal: the search was successful.
pub(crate) const STOP: Flow = ControlFlow::Break(());

const ON: Flow = ControlFlow::Continue(());

/// Callbacks for each node. An implementation that overrides one calls [`walk_expression`] or [`walk_statement`] to
/// visit the children.
pub(crate) trait Visitor {
    /// Called for each expression.
    fn expression(&mut self, program: &Program, expression: Expr) -> Flow {
        walk_expression(self, program, expression)
    }

    /// Called for each statement.
    fn statement(&mut self, program: &Program, statement: Stmt) -> Flow {
        walk_statement(self, program, statement)
    }
}

/// Visits the children of an expression.
pub(crate) fn walk_expression<V: Visitor + ?Sized>(
    visitor: &mut V,
    program: &Program,
    expression: Expr,
) -> Flow {
    match program.kind_of(expression) {
        ExpressionKind::FunctionReference(_)
        | ExpressionKind::Literal(_)
        | ExpressionKind::MethodReference(_)
        | ExpressionKind::Poison
        | ExpressionKind::Setting(_)
        | ExpressionKind::TypeReference(_)
        | ExpressionKind::VariableReference { .. } => ON,
        ExpressionKind::Binary { left, right, .. } => {
            visitor.expression(program, left)?;
            visitor.expression(program, right)
        }
        ExpressionKind::ChildCall { arguments, .. }
        | ExpressionKind::Constructor { arguments, .. }
        | ExpressionKind::FunctionCall { arguments, .. } => {
            for &argument in program.expression_lists.get(arguments) {
                visitor.expression(program, argument)?;
            }
            ON
        }
        ExpressionKind::FieldAccess { base, .. } | ExpressionKind::Swizzle { base, .. } => {
            visitor.expression(program, base)
        }
        ExpressionKind::Index { base, index } => {
            visitor.expression(program, base)?;
            visitor.expression(program, index)
        }
        ExpressionKind::Postfix { operand, .. } | ExpressionKind::Prefix { operand, .. } => {
            visitor.expression(program, operand)
        }
        ExpressionKind::Ternary { test, if_true, if_false } => {
            visitor.expression(program, test)?;
            visitor.expression(program, if_true)?;
            visitor.expression(program, if_false)
        }
    }
}

/// Visits the children of a statement.
pub(crate) fn walk_statement<V: Visitor + ?Sized>(
    visitor: &mut V,
    program: &Program,
    statement: Stmt,
) -> Flow {
    match program.statements[statement].kind {
        StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Discard
        | StatementKind::InlineMarker(_)
        | StatementKind::Nop => ON,
        StatementKind::Block { statements, .. } => {
            for &statement in program.statement_lists.get(statements) {
                visitor.statement(program, statement)?;
            }
            ON
        }
        StatementKind::Do { body, test } => {
            visitor.expression(program, test)?;
            visitor.statement(program, body)
        }
        StatementKind::Expression(expression) => visitor.expression(program, expression),
        StatementKind::For { init, test, next, body, .. } => {
            if let Some(init) = init {
                visitor.statement(program, init)?;
            }
            for expression in [test, next].into_iter().flatten() {
                visitor.expression(program, expression)?;
            }
            visitor.statement(program, body)
        }
        StatementKind::If { test, if_true, if_false, .. } => {
            visitor.expression(program, test)?;
            visitor.statement(program, if_true)?;
            match if_false {
                Some(if_false) => visitor.statement(program, if_false),
                None => ON,
            }
        }
        StatementKind::Return(value) => match value {
            Some(value) => visitor.expression(program, value),
            None => ON,
        },
        StatementKind::Switch { value, cases, .. } => {
            visitor.expression(program, value)?;
            for &case in program.statement_lists.get(cases) {
                visitor.statement(program, case)?;
            }
            ON
        }
        StatementKind::SwitchCase { statement, .. } => visitor.statement(program, statement),
        StatementKind::VarDeclaration { value, .. } => match value {
            Some(value) => visitor.expression(program, value),
            None => ON,
        },
    }
}
