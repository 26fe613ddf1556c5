//! Statements.

use glassbox_core::span::Span;
use glassbox_sksl::command::Command;
use glassbox_sksl::model::{At, Reference};
use glassbox_sksl::view::Statement as View;

use super::{Lifted, Lifter};
use crate::ir::statement::{StatementKind, Stmt};
use crate::ir::symbol::SymbolKind;

impl Lifter<'_> {
    /// A statement, or `None` where the file has none.
    fn optional_statement(&mut self, at: At) -> Lifted<Option<Stmt>> {
        match self.model.command(at) {
            Command::Void => Ok(None),
            _ => self.statement(at).map(Some),
        }
    }

    fn add_statement(&mut self, kind: StatementKind) -> Stmt {
        self.program.statement(kind, Span::default())
    }

    pub(super) fn statement(&mut self, at: At) -> Lifted<Stmt> {
        let outside = self.table;
        let kind = self.statement_kind(at);
        // The table of a block, loop or switch ends with it.
        self.table = outside;
        let kind = kind?;
        let statement = self.add_statement(kind);
        if let StatementKind::VarDeclaration { variable, .. } = kind
            && let SymbolKind::Variable(variable) = &mut self.program.symbols[variable].kind
        {
            variable.declaration = Some(statement);
        }
        Ok(statement)
    }

    fn statement_kind(&mut self, at: At) -> Lifted<StatementKind> {
        let model = self.model;
        Ok(match model.statement(at) {
            View::Block { table, is_scope } => {
                let table = self.optional_table(table)?;
                let mut statements = Vec::new();
                for statement in model.statements(at) {
                    statements.push(self.statement(statement)?);
                }
                StatementKind::Block {
                    statements: self.program.statement_lists.add(&statements),
                    table,
                    // From version 10 on 2 stands for statements without braces.
                    is_scope: is_scope == 1,
                }
            }
            View::Break => StatementKind::Break,
            View::Continue => StatementKind::Continue,
            View::Discard => StatementKind::Discard,
            View::Do { body, test } => StatementKind::Do {
                body: self.statement(body)?,
                test: self.expression(test)?,
            },
            View::Expression(expression) => StatementKind::Expression(self.expression(expression)?),
            View::For {
                table,
                init,
                test,
                next,
                body,
            } => StatementKind::For {
                table: self.optional_table(table)?,
                init: self.optional_statement(init)?,
                test: self.optional_expression(test)?,
                next: self.optional_expression(next)?,
                body: self.statement(body)?,
                unroll: None,
            },
            View::If {
                is_static,
                test,
                if_true,
                if_false,
            } => StatementKind::If {
                is_static: is_static != 0,
                test: self.expression(test)?,
                if_true: self.statement(if_true)?,
                if_false: self.optional_statement(if_false)?,
            },
            View::InlineMarker(function) => StatementKind::InlineMarker(match function {
                Reference::Id(id) => self.function_of(id, at)?,
                Reference::Builtin(name) => self.inlined(name, at)?,
            }),
            View::Nop => StatementKind::Nop,
            View::Return(value) => StatementKind::Return(self.optional_expression(value)?),
            View::Switch {
                is_static,
                table,
                value,
            } => {
                let table = self.optional_table(table)?;
                let value = self.expression(value)?;
                let mut cases = Vec::new();
                for case in model.cases(at) {
                    let statement = self.statement(case.statement)?;
                    let value = (case.is_default == 0).then_some(i64::from(case.value));
                    cases.push(self.add_statement(StatementKind::SwitchCase { value, statement }));
                }
                StatementKind::Switch {
                    is_static: is_static != 0,
                    table,
                    value,
                    cases: self.program.statement_lists.add(&cases),
                }
            }
            View::VarDeclaration {
                variable,
                base,
                array_size,
                value,
            } => StatementKind::VarDeclaration {
                variable: self.variable_of(variable, at)?,
                base: self.ty(base)?,
                array_size: array_size.into(),
                value: self.optional_expression(value)?,
            },
            View::Void | View::Missing => return self.fault(at, "found no statement where one is due"),
        })
    }
}
