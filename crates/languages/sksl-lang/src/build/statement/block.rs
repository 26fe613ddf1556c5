//! Blocks, unscoped statement lists and empty statements.

use glassbox_core::span::Span;

use crate::build::Builder;
use crate::ir::statement::{StatementKind, Stmt};
use crate::ir::symbol::Table;
use crate::rules::statement::UNSCOPED_VARIABLE;

impl Builder<'_> {
    /// Builds a block; `is_scope` is set if it has braces.
    pub(crate) fn make_block(
        &mut self,
        statements: &[Stmt],
        table: Option<Table>,
        is_scope: bool,
        span: Span,
    ) -> Stmt {
        let statements = self.program.statement_lists.add(statements);
        let kind = StatementKind::Block { statements, table, is_scope };
        self.program.statement(kind, span)
    }

    /// Combines several statements into one: a block without braces, or the only statement that is not empty.
    pub(crate) fn make_unscoped(&mut self, statements: &[Stmt], span: Span) -> Stmt {
        let Some(&first) = statements.first() else {
            return self.make_nop(Span::default());
        };
        let mut busy = statements.iter().filter(|&&statement| !self.is_empty_statement(statement));
        match (busy.next(), busy.next()) {
            _ if statements.len() == 1 => first,
            (Some(_), Some(_)) => self.make_block(statements, None, false, span),
            (Some(&only), None) => only,
            _ => first,
        }
    }

    /// Creates an empty statement.
    pub(crate) fn make_nop(&mut self, span: Span) -> Stmt {
        self.program.statement(StatementKind::Nop, span)
    }

    /// Returns whether a statement is empty: a no-op or a block of empty statements.
    pub(crate) fn is_empty_statement(&self, statement: Stmt) -> bool {
        match self.program.statements[statement].kind {
            StatementKind::Nop | StatementKind::InlineMarker(_) => true,
            StatementKind::Block { statements, .. } => self
                .program
                .statement_lists
                .get(statements)
                .iter()
                .all(|&inner| self.is_empty_statement(inner)),
            _ => false,
        }
    }

    /// Returns whether a statement may be the body of another one. A variable declaration may not, because nothing
    /// could use the variable; that is reported, at `keyword` if the statement has no range of its own.
    pub(super) fn is_body(&mut self, statement: Stmt, keyword: Span) -> bool {
        let inner = match self.program.statements[statement].kind {
            StatementKind::Block { statements, is_scope: false, .. } => {
                self.program.statement_lists.get(statements).first().copied()
            }
            _ => Some(statement),
        };
        let Some(inner) = inner else {
            return true;
        };
        let StatementKind::VarDeclaration { variable, .. } = self.program.statements[inner].kind else {
            return true;
        };
        let name = self.program.symbol_name(variable).to_owned();
        let location = self.place_of(statement, keyword);
        let declared = self.program.symbols[variable].span;
        let message = format!("expected a statement that can stand alone, found the declaration of `{name}`");
        let mut finding = self.report(&UNSCOPED_VARIABLE, location, message);
        finding.help("put braces around the declaration and what uses the variable");
        if location != declared {
            finding.label(declared, "declared here");
        }
        false
    }

    /// Range of a statement, or `around` if it has none.
    pub(super) fn place_of(&self, statement: Stmt, around: Span) -> Span {
        let span = self.program.statements[statement].span;
        if span == Span::default() { around } else { span }
    }
}
