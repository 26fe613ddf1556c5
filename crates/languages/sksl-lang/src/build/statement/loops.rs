//! `for`, `while` and `do`. A `while` loop is a `for` loop without initialiser and step.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::BOOL;

use crate::build::Builder;
use crate::ir::expression::Expr;
use crate::ir::statement::{StatementKind, Stmt, Unroll};
use crate::ir::symbol::Table;
use crate::ir::ty::Ty;
use crate::rules::statement::{DO_LOOP, WHILE_LOOP};

/// Form of a loop's initialiser.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Initializer {
    /// At most one statement.
    Simple,
    /// Declaration of several variables.
    Several,
    /// Contains an error.
    Wrong,
}

impl Builder<'_> {
    /// Builds `for (init; test; next) body`. The innermost table has to be that of the loop.
    pub(crate) fn for_statement(
        &mut self,
        init: Option<Stmt>,
        test: Option<Expr>,
        next: Option<Expr>,
        body: Stmt,
        span: Span,
    ) -> Option<Stmt> {
        let initializer = self.initializer(init);
        if initializer == Initializer::Wrong {
            return None;
        }
        let test = match test {
            Some(test) => Some(self.coerce(test, Ty::own(BOOL))?),
            None => None,
        };
        if let Some(next) = next
            && !self.is_complete(next)
        {
            return None;
        }
        let is_es2 = self.is_es2();
        let unroll = self.unroll_info(init, test, next, body, span, is_es2);
        if is_es2 && unroll.is_none() || !self.is_body(body, span) {
            return None;
        }
        let table = Some(self.table);
        if initializer == Initializer::Simple {
            return Some(self.make_for(init, test, next, body, unroll, table, span));
        }
        // Several variables are declared in a block around a loop without initialiser; the loop's table belongs to
        // the block.
        let inner = self.make_for(None, test, next, body, unroll, None, span);
        let statements: Vec<Stmt> = init.into_iter().chain([inner]).collect();
        Some(self.make_block(&statements, table, true, span))
    }

    fn initializer(&self, init: Option<Stmt>) -> Initializer {
        let Some(init) = init else {
            return Initializer::Simple;
        };
        match self.program.statements[init].kind {
            StatementKind::VarDeclaration { .. } | StatementKind::Expression(_) => Initializer::Simple,
            _ if self.is_empty_statement(init) => Initializer::Simple,
            StatementKind::Block { statements, is_scope: false, .. }
                if self.program.statement_lists.get(statements).iter().all(|&inner| {
                    matches!(self.program.statements[inner].kind, StatementKind::VarDeclaration { .. })
                }) =>
            {
                Initializer::Several
            }
            _ => Initializer::Wrong,
        }
    }

    /// Builds a loop from checked parts. A loop that runs zero times or does nothing becomes an empty statement.
    #[expect(clippy::too_many_arguments, reason = "a loop has as many parts")]
    pub(crate) fn make_for(
        &mut self,
        init: Option<Stmt>,
        test: Option<Expr>,
        next: Option<Expr>,
        body: Stmt,
        unroll: Option<Unroll>,
        table: Option<Table>,
        span: Span,
    ) -> Stmt {
        if let Some(unroll) = unroll
            && (unroll.count == 0 || self.is_empty_statement(body))
        {
            return self.make_nop(Span::default());
        }
        let kind = StatementKind::For { table, init, test, next, body, unroll };
        self.program.statement(kind, span)
    }

    /// Builds `while (test) body`. It has the table of the enclosing block, which a binary therefore contains twice.
    pub(crate) fn while_statement(&mut self, test: Expr, body: Stmt, span: Span) -> Option<Stmt> {
        if self.is_es2() {
            let message = "found a `while` loop, which OpenGL ES 2 does not have";
            self.report(&WHILE_LOOP, span, message).help(
                "write `for (int i = 0; i < 100; i++)` and leave it with `break`, or compile for OpenGL ES 3",
            );
            return None;
        }
        self.for_statement(None, Some(test), None, body, span)
    }

    /// Builds `do body while (test);`.
    pub(crate) fn do_statement(&mut self, body: Stmt, test: Expr, span: Span) -> Option<Stmt> {
        if self.is_es2() {
            // The loop has the position of its body.
            let location = self.place_of(body, span);
            let message = "found a `do` loop, which OpenGL ES 2 does not have";
            let mut finding = self.report(&DO_LOOP, location, message);
            finding.help(
                "write `for (int i = 0; i < 100; i++)` and leave it with `break`, or compile for OpenGL ES 3",
            );
            if location != span {
                finding.label(span, "the loop begins here");
            }
            return None;
        }
        let test = self.coerce(test, Ty::own(BOOL))?;
        let is_body = self.is_body(body, span);
        is_body.then(|| self.make_do(body, test, span))
    }

    /// Builds a `do` loop from checked parts.
    pub(crate) fn make_do(&mut self, body: Stmt, test: Expr, span: Span) -> Stmt {
        self.program.statement(StatementKind::Do { body, test }, span)
    }
}
