//! Expression statements.

use glassbox_core::span::Span;

use crate::build::Builder;
use crate::ir::expression::Expr;
use crate::ir::statement::{StatementKind, Stmt};

impl Builder<'_> {
    /// Builds `expression;`.
    pub(crate) fn expression_statement(&mut self, expression: Expr) -> Option<Stmt> {
        self.is_complete(expression).then(|| self.make_expression_statement(expression))
    }

    /// Builds a statement from an expression whose value is unused. With optimisation, an expression without side
    /// effects becomes an empty statement.
    pub(crate) fn make_expression_statement(&mut self, expression: Expr) -> Stmt {
        if self.options.optimize && !self.has_side_effects(expression) {
            return self.make_nop(Span::default());
        }
        let span = self.program.span_of(expression);
        self.program.statement(StatementKind::Expression(expression), span)
    }
}
