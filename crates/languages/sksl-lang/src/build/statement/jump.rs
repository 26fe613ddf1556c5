//! `break`, `continue`, `discard` and `return`. Except for `discard`, their positions are checked when the function
//! is complete.

use glassbox_core::span::Span;
use glassbox_sksl::raw::ProgramKind;

use crate::build::Builder;
use crate::ir::expression::Expr;
use crate::ir::statement::{StatementKind, Stmt};
use crate::rules::statement::DISCARD_KIND;

impl Builder<'_> {
    /// Creates `break;`.
    pub(crate) fn make_break(&mut self, span: Span) -> Stmt {
        self.program.statement(StatementKind::Break, span)
    }

    /// Creates `continue;`.
    pub(crate) fn make_continue(&mut self, span: Span) -> Stmt {
        self.program.statement(StatementKind::Continue, span)
    }

    /// Builds `discard;`, which only fragment programs may contain.
    pub(crate) fn discard_statement(&mut self, span: Span) -> Stmt {
        if self.program.kind != ProgramKind::FRAGMENT {
            let message = "found `discard`, which only fragment programs have";
            self.report(&DISCARD_KIND, span, message).help("return a transparent colour: `return half4(0);`");
        }
        self.make_discard(span)
    }

    /// Creates `discard;` without checks.
    pub(crate) fn make_discard(&mut self, span: Span) -> Stmt {
        self.program.statement(StatementKind::Discard, span)
    }

    /// Creates `return value;`. The value is converted when the function is complete.
    pub(crate) fn make_return(&mut self, value: Option<Expr>, span: Span) -> Stmt {
        self.program.statement(StatementKind::Return(value), span)
    }
}
