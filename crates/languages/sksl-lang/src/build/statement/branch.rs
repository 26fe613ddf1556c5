//! `if` and `@if`: checks, and selection for constant conditions.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::BOOL;

use crate::build::Builder;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::statement::{StatementKind, Stmt};
use crate::ir::ty::Ty;

impl Builder<'_> {
    /// Builds `if (test) if_true else if_false`.
    pub(crate) fn if_statement(
        &mut self,
        test: Expr,
        if_true: Stmt,
        if_false: Option<Stmt>,
        is_static: bool,
        span: Span,
    ) -> Option<Stmt> {
        let test = self.coerce(test, Ty::own(BOOL))?;
        let are_bodies =
            self.is_body(if_true, span) && if_false.is_none_or(|if_false| self.is_body(if_false, span));
        are_bodies.then(|| self.make_if(test, if_true, if_false, is_static, span))
    }

    /// Builds an `if` from checked parts. A constant condition selects the branch: always for `@if`, with
    /// optimisation for `if`. Optimisation also removes empty branches.
    pub(crate) fn make_if(
        &mut self,
        test: Expr,
        if_true: Stmt,
        if_false: Option<Stmt>,
        is_static: bool,
        span: Span,
    ) -> Stmt {
        let optimize = self.options.optimize;
        let is_true_empty = optimize && self.is_empty_statement(if_true);
        let is_false_empty = optimize && if_false.is_none_or(|if_false| self.is_empty_statement(if_false));
        if is_true_empty && is_false_empty {
            return self.make_expression_statement(test);
        }
        if (is_static || optimize)
            && let Some(is_true) = self.literal_bool(test)
        {
            return match (is_true, if_false) {
                (true, _) => self.nop_for_empty(if_true, is_true_empty),
                (false, Some(if_false)) => self.nop_for_empty(if_false, is_false_empty),
                (false, None) => self.make_nop(Span::default()),
            };
        }
        let if_true = self.nop_for_empty(if_true, is_true_empty);
        let if_false = if_false.filter(|_| !is_false_empty);
        self.has_static_branches |= is_static;
        let kind = StatementKind::If { is_static, test, if_true, if_false };
        self.program.statement(kind, span)
    }

    /// Value of a condition that is a literal or a `const` variable with a literal value.
    fn literal_bool(&mut self, test: Expr) -> Option<bool> {
        let value = self.constant_value(test);
        match self.program.kind_of(value) {
            ExpressionKind::Literal(value) => Some(value != 0.0),
            _ => None,
        }
    }

    /// Returns an empty statement for a block of empty statements, otherwise the statement.
    fn nop_for_empty(&mut self, statement: Stmt, is_empty: bool) -> Stmt {
        if is_empty && !matches!(self.program.statements[statement].kind, StatementKind::Nop) {
            self.make_nop(Span::default())
        } else {
            statement
        }
    }
}
