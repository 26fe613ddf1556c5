//! Lifts statements.

use glassbox_sksl::command::Command;
use glassbox_sksl::model::{ModelNode, Reference};
use glassbox_sksl::view::Statement as View;

use super::{Around, Lifter, Result};
use crate::ir::arena::List;
use crate::ir::expression::Expr;
use crate::ir::statement::{StatementKind, Stmt};
use crate::ir::symbol::SymbolKind;

impl Lifter<'_> {
    /// Lifts a statement; `None` if the file has none.
    fn optional_statement(&mut self, at: ModelNode) -> Result<Option<Stmt>> {
        match self.model.command(at) {
            Command::Void => Ok(None),
            _ => self.statement(at).map(Some),
        }
    }

    /// Completes a list from the pending statements at `start` and later.
    fn statement_list(&mut self, start: usize) -> List<Stmt> {
        let list = self.program.statement_lists.add(&self.statements[start..]);
        self.statements.truncate(start);
        list
    }

    fn condition(&mut self, at: ModelNode) -> Result<Expr> {
        let test = self.expression(at)?;
        self.vouch_for_condition(test);
        Ok(test)
    }

    pub(super) fn statement(&mut self, at: ModelNode) -> Result<Stmt> {
        let (outside, around) = (self.table, self.around);
        let kind = self.statement_kind(at)?;
        // The table of a block, loop or switch ends with the statement.
        self.table = outside;
        self.around = around;
        let place = self.place(at);
        let statement = self.program.statement(kind, place);
        if let StatementKind::VarDeclaration { variable, .. } = kind
            && let SymbolKind::Variable(variable) = &mut self.program.symbols[variable].kind
        {
            variable.declaration = Some(statement);
        }
        Ok(statement)
    }

    fn statement_kind(&mut self, at: ModelNode) -> Result<StatementKind> {
        let model = self.model;
        Ok(match model.statement(at) {
            View::Block { table, is_scope } => {
                self.require(is_scope <= 1);
                let table = self.optional_table(table)?;
                let start = self.statements.len();
                for statement in model.statements(at) {
                    let statement = self.statement(statement)?;
                    self.statements.push(statement);
                }
                StatementKind::Block {
                    statements: self.statement_list(start),
                    table,
                    // From version 10 on, 2 marks statements without braces.
                    is_scope: is_scope == 1,
                }
            }
            View::Break => {
                self.require(self.around != Around::Nothing);
                StatementKind::Break
            }
            View::Continue => {
                self.require(self.around == Around::Loop);
                StatementKind::Continue
            }
            View::Discard => StatementKind::Discard,
            View::Do { body, test } => {
                self.around = Around::Loop;
                StatementKind::Do { body: self.statement(body)?, test: self.condition(test)? }
            }
            View::Expression(expression) => StatementKind::Expression(self.expression(expression)?),
            View::For { table, init, test, next, body } => {
                self.around = Around::Loop;
                StatementKind::For {
                    table: self.optional_table(table)?,
                    init: self.optional_statement(init)?,
                    test: match model.command(test) {
                        Command::Void => None,
                        _ => Some(self.condition(test)?),
                    },
                    next: self.optional_expression(next)?,
                    body: self.statement(body)?,
                    unroll: None,
                }
            }
            View::If { is_static, test, if_true, if_false } => {
                self.require(is_static <= 1);
                StatementKind::If {
                    is_static: is_static != 0,
                    test: self.condition(test)?,
                    if_true: self.statement(if_true)?,
                    if_false: self.optional_statement(if_false)?,
                }
            }
            View::InlineMarker(function) => StatementKind::InlineMarker(match function {
                Reference::Id(id) => self.function_of(id, at)?,
                Reference::Builtin(name) => self.inlined(name, at)?,
            }),
            View::Nop => StatementKind::Nop,
            View::Return(value) => {
                let value = self.optional_expression(value)?;
                self.vouch_for_return(value);
                StatementKind::Return(value)
            }
            View::Switch { is_static, table, value } => {
                self.require(is_static <= 1);
                self.around = Around::Switch;
                let table = self.optional_table(table)?;
                let value = self.expression(value)?;
                let start = self.statements.len();
                let mut values = Vec::new();
                for case in model.cases(at) {
                    self.require(case.is_default <= 1);
                    let statement = self.statement(case.statement)?;
                    let value = (case.is_default == 0).then_some(i64::from(case.value));
                    values.push(value);
                    let place = self.program.statements[statement].span;
                    let kind = StatementKind::SwitchCase { value, statement };
                    let case = self.program.statement(kind, place);
                    self.statements.push(case);
                }
                self.vouch_for_cases(values);
                StatementKind::Switch {
                    is_static: is_static != 0,
                    table,
                    value,
                    cases: self.statement_list(start),
                }
            }
            View::VarDeclaration { variable, base, array_size, value } => {
                let variable = self.variable_of(variable, at)?;
                let base = self.ty(base)?;
                self.vouch_for_declaration(variable, base, array_size);
                StatementKind::VarDeclaration {
                    variable,
                    base,
                    array_size,
                    value: self.optional_expression(value)?,
                }
            }
            View::Void | View::Missing => return self.fault(at, "found no statement where one is expected"),
        })
    }
}
