//! Blocks, statements that are several, and statements that are nothing.

use glassbox_core::span::Span;

use crate::build::Builder;
use crate::ir::statement::{StatementKind, Stmt};
use crate::ir::symbol::Table;
use crate::rules::statement::UNSCOPED_VARIABLE;

impl Builder<'_> {
    /// Statements in a block: `is_scope` says whether it has braces.
    pub(crate) fn make_block(
        &mut self,
        statements: &[Stmt],
        table: Option<Table>,
        is_scope: bool,
        span: Span,
    ) -> Stmt {
        let statements = self.program.statement_lists.add(statements);
        let kind = StatementKind::Block {
            statements,
            table,
            is_scope,
        };
        self.program.statement(kind, span)
    }

    /// Statements that stand for one: a block without braces, unless at most one of them does something.
    pub(crate) fn make_unscoped(&mut self, statements: &[Stmt], span: Span) -> Stmt {
        let Some(&first) = statements.first() else {
            return self.make_nop(Span::default());
        };
        let mut busy = statements
            .iter()
            .filter(|&&statement| !self.is_empty_statement(statement));
        match (busy.next(), busy.next()) {
            _ if statements.len() == 1 => first,
            (Some(_), Some(_)) => self.make_block(statements, None, false, span),
            (Some(&only), None) => only,
            _ => first,
        }
    }

    /// A statement that does nothing.
    pub(crate) fn make_nop(&mut self, span: Span) -> Stmt {
        self.program.statement(StatementKind::Nop, span)
    }

    /// Whether a statement does nothing: blocks may hold such, and nothing else.
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

    /// Whether a statement may be the body of another one. The declaration of a variable may not, for nothing could use the
    /// variable; that is reported, where the statement has no place of its own at `keyword`.
    pub(super) fn is_body(&mut self, statement: Stmt, keyword: Span) -> bool {
        let inner = match self.program.statements[statement].kind {
            StatementKind::Block {
                statements,
                is_scope: false,
                ..
            } => self.program.statement_lists.get(statements).first().copied(),
            _ => Some(statement),
        };
        let Some(inner) = inner else {
            return true;
        };
        let StatementKind::VarDeclaration { variable, .. } = self.program.statements[inner].kind else {
            return true;
        };
        let name = self.program.symbol_name(variable).to_owned();
        let place = self.place_of(statement, keyword);
        let declared = self.program.symbols[variable].span;
        let message = format!("expected a statement that can stand alone, found the declaration of `{name}`");
        let mut finding = self.report(&UNSCOPED_VARIABLE, place, message);
        finding.help("put braces around the declaration and what uses the variable");
        if place != declared {
            finding.label(declared, "declared here");
        }
        false
    }

    /// Where a statement stands; where it has no place of its own, a place around it.
    pub(super) fn place_of(&self, statement: Stmt, around: Span) -> Span {
        let span = self.program.statements[statement].span;
        match span == Span::default() {
            true => around,
            false => span,
        }
    }
}
